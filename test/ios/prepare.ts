import { existsSync } from 'node:fs';
import { installPackages, missingWebKit, prepareSwift } from './support/swift-root.ts';

/** Gets what the tests of the iOS package need, and reports each step. The tests skip what is not available, with a message. */
const say = (line: string) => void process.stdout.write(`${line}\n`);

// The last three are for `test/browser/webkit`: the driver, and the parts with which WebKit takes and records sound and pictures.
const webKitPackages = [
  ...['gir1.2-webkit2-4.1', 'gir1.2-gtk-3.0', 'python3-gi', 'xvfb', 'xauth'],
  ...['webkit2gtk-driver', 'gstreamer1.0-plugins-good', 'gstreamer1.0-plugins-bad'],
];

const swift = await prepareSwift(say);
if (swift !== null) say(`SKIPPED: the Swift tests: ${swift}`);
if (missingWebKit() !== null || !existsSync('/usr/bin/WebKitWebDriver')) {
  if (process.getuid?.() === 0) {
    say('WebKit: installing WebKitGTK and xvfb');
    await installPackages(webKitPackages);
  }
  const webKit = missingWebKit();
  if (webKit !== null) say(`SKIPPED: the tests in WebKit: ${webKit} (${webKitPackages.join(' ')})`);
}
