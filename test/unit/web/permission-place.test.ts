import { expect, test } from 'vitest';
import { permissionPlaceOf } from '../../../web/sdk/src/device/permission-place.ts';

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  ['androidChromium', `Mozilla/5.0 (Linux; Android 10; K) ${blink} Chrome/139.0.0.0 Mobile Safari/537.36`, 5],
  [
    'androidChromium',
    `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${blink} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    5,
  ],
  ['androidFirefox', 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 5],
  ['iosSafari', `${iphone} Version/18.5 Mobile/15E148 Safari/604.1`, 5],
  ['iosApp', `${iphone} CriOS/139.0.7258.76 Mobile/15E148 Safari/604.1`, 5],
  ['iosApp', `${iphone} FxiOS/141.0 Mobile/15E148 Safari/605.1.15`, 5],
  ['iosSafari', `${mac} Version/18.5 Safari/605.1.15`, 5],
  ['macSafari', `${mac} Version/18.5 Safari/605.1.15`, 0],
  [
    'desktopChromium',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0`,
    10,
  ],
  ['desktopChromium', `Mozilla/5.0 (X11; Linux x86_64) ${blink} Chrome/139.0.0.0 Safari/537.36`, 0],
  ['desktopFirefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 0],
  [
    null,
    `Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A; wv) ${blink} Version/4.0 Chrome/139.0.0.0 Mobile Safari/537.36`,
    5,
  ],
  [null, `${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/520.0.0]`, 5],
  [null, `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`, 0],
  [null, '', 0],
])('finds the permission at %s for %s', (place, userAgent, maxTouchPoints) => {
  expect(permissionPlaceOf({ userAgent, maxTouchPoints })).toBe(place);
});
