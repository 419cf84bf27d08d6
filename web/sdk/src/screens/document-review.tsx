import type { ComponentChildren, JSX } from 'preact';
import type { SessionStep, StepOf, UploadedFile } from '../api/contract.ts';
import { Button, CodeNotes } from '../ui/controls.tsx';
import { useSurroundings } from '../ui/flow-context.ts';
import { Icon } from '../ui/icons.tsx';
import { Page } from '../ui/page.tsx';

const reviewTexts: Readonly<Partial<Record<UploadedFile['kind'], 'review.back' | 'review.film'>>> = {
  'document-back': 'review.back',
  'document-film': 'review.film',
};

/** Every picture that will be submitted, each with the chance to take it again. */
export function DocumentReview({
  step,
  progress,
  summary,
  pdf,
  onReplace,
  footer,
}: {
  step: StepOf<'document'>;
  progress: SessionStep;
  summary: string;
  /** The file is a PDF, which holds all pages at once. */
  pdf: boolean;
  onReplace: (file: UploadedFile) => void;
  footer: ComponentChildren;
}): JSX.Element {
  const { flow, t } = useSurroundings();
  const remove = async (file: UploadedFile) => {
    try {
      await flow.api.deleteFile(step.id, file.mediaId);
      flow.change({ type: 'fileRemoved', stepId: step.id, mediaId: file.mediaId });
    } catch (error) {
      flow.fail(error);
    }
  };
  let sheet = 0;
  return (
    <Page title={t('review.title')} text={summary} footer={footer}>
      <ul class="list">
        {progress.files.map((file) => {
          const { mediaId, kind, quality } = file;
          const doubtful = quality.acceptable === false;
          const picture = flow.pictureOf(mediaId);
          if (kind === 'document-page') sheet += 1;
          return (
            <li key={mediaId}>
              {picture === undefined ? (
                <span class={`choice-icon ${doubtful ? 'warn' : 'good'}`}>
                  <Icon name={doubtful ? 'alert' : pdf ? 'letter' : 'check'} />
                </span>
              ) : (
                <img class="thumb" src={picture} alt={t('confirm.alt')} />
              )}
              <span class="choice-label">
                <strong>
                  {pdf
                    ? 'PDF'
                    : kind === 'document-page'
                      ? t('review.page', { number: sheet })
                      : t(reviewTexts[kind] ?? 'review.front')}
                </strong>
                <CodeNotes codes={quality.codes} />
              </span>
              {kind === 'document-page' ? (
                <Button kind="quiet" onClick={() => remove(file)}>
                  {t('review.remove')}
                </Button>
              ) : (
                <Button kind="quiet" onClick={() => onReplace(file)}>
                  {t('review.replace')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Page>
  );
}
