import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { DocumentKind, SessionStep, StepOf, UploadedFile } from '../api/contract.ts';
import { countryCodes } from '../flow/country-codes.ts';
import {
  choiceBefore,
  nextDocumentQuestion,
  wordOfType,
  type DocumentChoice,
  type DocumentPage,
} from '../flow/document-plan.ts';
import { Button, Choice, Waiting } from '../ui/controls.tsx';
import { useSurroundings } from '../ui/flow-context.ts';
import { Page } from '../ui/page.tsx';
import { PdfTaker } from '../ui/pdf-taker.tsx';
import { PictureTaker } from '../ui/picture-taker.tsx';
import { DocumentChoiceScreen, iconOfType } from './document-choice.tsx';
import { DocumentReview } from './document-review.tsx';
import { FilmStep } from './film-step.tsx';

interface DocumentStepProps {
  step: StepOf<'document'>;
  progress: SessionStep;
}

/** Country and type, subtype, then every page, then a review of all of them before they are submitted. */
export function DocumentStep({ step, progress }: DocumentStepProps): JSX.Element {
  const { flow, t, texts } = useSurroundings();
  const [choice, setChoice] = useState<DocumentChoice>(() => flow.draftOf(step) ?? {});
  const [kinds, setKinds] = useState<readonly DocumentKind[] | null>(flow.api.documentKinds.peek);
  /** The page that is being taken although there is one; `more`: another sheet of a letter. */
  const [retaking, setRetaking] = useState<UploadedFile | 'more' | null>(null);
  /** The picture that waits for the person's confirmation: the service may report the file before they have looked at it. */
  const [unconfirmed, setUnconfirmed] = useState<DocumentPage | 'pdf' | null>(null);
  const [withoutFilm, setWithoutFilm] = useState(false);
  useEffect(() => {
    flow.api.documentKinds.read().then(setKinds, flow.fail);
  }, []);
  const replace = (next: DocumentChoice) => {
    setChoice(next);
    flow.keepDraft(step, next);
  };
  const choose = (more: DocumentChoice) => replace({ ...choice, ...more });
  if (kinds === null) return <Waiting label={t('loading')} />;
  const question = nextDocumentQuestion(step.config, kinds, choice, countryCodes);
  const before = choiceBefore(step.config, kinds, choice, countryCodes);
  const goBack = before === null ? undefined : () => replace(before);

  switch (question.ask) {
    case 'document':
      return (
        <DocumentChoiceScreen step={step} progress={progress} question={question} choice={choice} onChoose={choose} />
      );
    case 'subtype':
      return (
        <Page title={t('document.subtype.title')} onBack={goBack}>
          <div class="choices">
            {question.options.map((kind) => (
              <Choice
                key={kind.subtype}
                icon={iconOfType[kind.type]}
                label={kind.name}
                onClick={() => choose({ subtype: kind.subtype })}
              />
            ))}
            {question.kindless && (
              <Choice label={t('document.subtype.another')} onClick={() => choose({ subtype: null })} />
            )}
          </div>
        </Page>
      );
    case 'form':
      return (
        <Page title={t('document.form.title')} onBack={goBack}>
          <div class="choices">
            <Choice icon="camera" label={t('document.form.photo')} onClick={() => choose({ form: 'photo' })} />
            <Choice icon="letter" label={t('document.form.pdf')} onClick={() => choose({ form: 'pdf' })} />
          </div>
        </Page>
      );
    case 'nothing':
      break;
  }

  const { choice: meant, pages } = question;
  const type = meant.type ?? 'national-id';
  const word = wordOfType(step.config, type);
  const back =
    goBack &&
    (() => {
      setUnconfirmed(null);
      goBack();
    });
  const keep = (file: UploadedFile, instead: UploadedFile | null) => {
    flow.change({ type: 'fileTaken', stepId: step.id, file, instead });
    setUnconfirmed(null);
    setRetaking(null);
  };
  if (unconfirmed === 'pdf' || (meant.form === 'pdf' && progress.files.length === 0)) {
    return (
      <PdfTaker
        step={step}
        progress={progress}
        onSend={() => setUnconfirmed('pdf')}
        onDone={(file) => keep(file, null)}
        onBack={back}
      />
    );
  }
  const missing =
    meant.form === 'pdf'
      ? undefined
      : (unconfirmed ?? pages.find((page) => !progress.files.some(({ kind }) => kind === page)));
  const isRefilming = retaking !== null && retaking !== 'more' && retaking.kind === 'document-film';
  const taking: DocumentPage | undefined =
    retaking === null || isRefilming
      ? missing
      : retaking === 'more'
        ? 'document-page'
        : (retaking.kind as DocumentPage); // Document files alone.
  if (taking !== undefined) {
    const old = retaking === 'more' ? null : retaking;
    const stopRetaking = () => {
      setRetaking(null);
      setUnconfirmed(null);
      // What was replaced meanwhile is known to the service.
      if (unconfirmed !== null) flow.refresh().catch(flow.fail);
    };
    return (
      <PictureTaker
        key={`${taking} ${old?.mediaId ?? ''}`}
        step={step}
        progress={progress}
        kind={taking}
        mask={taking === 'document-page' ? 'page' : type === 'passport' ? 'passport' : 'card'}
        source={step.config.capture}
        country={meant.country}
        title={t(titleOf(taking, word), { document: t(`document.${word}.name`) })}
        text={t(taking === 'document-page' ? 'capture.pageText' : 'capture.text')}
        replaces={old}
        onTaken={() => setUnconfirmed(taking)}
        onDone={(file) => keep(file, old)}
        onBack={retaking === null ? (progress.files.length === 0 ? back : undefined) : stopRetaking}
      />
    );
  }
  const film = progress.files.find(({ kind }) => kind === 'document-film') ?? null;
  const isFilmed = step.config.presence !== 'off' && pages.includes('document-front') && meant.form !== 'pdf';
  if (isRefilming || (isFilmed && film === null && !withoutFilm)) {
    return (
      <FilmStep
        step={step}
        codes={progress.codes.filter((code) => code.startsWith('document.tilt_'))}
        onDone={(file) => keep(file, film)}
        onWithout={() => {
          setRetaking(null);
          setWithoutFilm(true);
        }}
      />
    );
  }
  const submit = () =>
    flow.advance(() =>
      flow.api.submit(step.id, {
        documentType: type,
        ...(meant.country !== undefined && { country: meant.country }),
        ...(meant.subtype != null && { subtype: meant.subtype }),
      }),
    );
  const summary = [t(`document.${word}.name`), meant.country && texts.country(meant.country)]
    .filter(Boolean)
    .join(' · ');
  const mayAdd = type === 'proof-of-residency' && meant.form === 'photo';
  return (
    <DocumentReview
      step={step}
      progress={progress}
      summary={summary}
      pdf={meant.form === 'pdf'}
      onReplace={setRetaking}
      footer={
        <>
          <Button onClick={submit}>{t('review.submit')}</Button>
          {mayAdd && (
            <Button kind="secondary" onClick={() => setRetaking('more')}>
              {t('review.addPage')}
            </Button>
          )}
        </>
      }
    />
  );
}

function titleOf(page: DocumentPage, type: ReturnType<typeof wordOfType>) {
  if (page === 'document-page') return 'capture.page';
  if (page === 'document-back') return 'capture.back';
  if (type === 'visa') return 'document.visa.note';
  return type === 'passport' ? 'capture.passport' : 'capture.front';
}
