import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icons.tsx';
import { useSurroundings } from './flow-context.ts';

export interface PageProps {
  title: string;
  text?: ComponentChildren | undefined;
  icon?: IconName;
  tone?: 'plain' | 'good' | 'bad' | 'warn';
  onBack?: (() => void) | undefined;
  footer?: ComponentChildren;
  children?: ComponentChildren;
  /** Heading and text in the middle: for screens that say one thing. */
  centered?: boolean;
}

/** A screen: heading, content and a foot with its actions. Its heading has the focus, so that a screen reader begins there. */
export function Page({
  title,
  text,
  icon,
  tone = 'plain',
  onBack,
  footer,
  children,
  centered,
}: PageProps): JSX.Element {
  const { t } = useSurroundings();
  const heading = useRef<HTMLHeadingElement>(null);
  // With the drawing and not after it: a field that somebody is in by then would lose what they type.
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), [title]);
  return (
    <section class={`page${centered ? ' centered' : ''}`}>
      <div class="content">
        {onBack && (
          <button type="button" class="round back" aria-label={t('action.back')} onClick={onBack}>
            <Icon name="back" />
          </button>
        )}
        {icon && (
          <div class={`badge ${tone}`}>
            <Icon name={icon} size={36} />
          </div>
        )}
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {text !== undefined && <div class="lead">{text}</div>}
        {children}
      </div>
      {footer !== undefined && footer !== null && footer !== false && <div class="footer">{footer}</div>}
    </section>
  );
}
