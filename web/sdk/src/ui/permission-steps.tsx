import type { JSX } from 'preact';
import type { PermissionPlace } from '../device/permission-place.ts';
import texts from '../i18n/permission-texts.json';
import { useSurroundings } from './flow-context.ts';
import { Icon } from './icons.tsx';

const icons = { camera: 'camera', microphone: 'voice', location: 'place' } as const;
export type Permission = keyof typeof icons;
const withoutAddress: readonly PermissionPlace[] = ['iosApp', 'macSafari'];

/** The steps in one browser, with a picture of what to look for. */
export function PermissionSteps({ part, place }: { part: Permission; place: PermissionPlace }): JSX.Element {
  const { language } = useSurroundings().texts;
  const words = texts[language];
  const name = words[`part.${part}`];
  const mark = place === 'desktopFirefox' ? icons[part] : place === 'androidFirefox' ? 'lock' : 'settings';
  return (
    <section class="allow">
      <h2>{words.title}</h2>
      <div class="allow-picture" aria-hidden="true">
        {!withoutAddress.includes(place) && (
          <div class="allow-bar">
            <span class="allow-mark">
              <Icon name={mark} size={16} />
            </span>
            {/* In a frame the address is the host's. */}
            <span>{self === top ? location.host : '…'}</span>
          </div>
        )}
        <div class="allow-row">
          <Icon name={icons[part]} size={20} />
          <span>{name}</span>
          <span class="allow-switch" />
        </div>
      </div>
      <p>{words[place].replaceAll('{part}', name)}</p>
    </section>
  );
}
