import { installPackages, missingWebKit, prepareSwift } from './support/swift-root.ts';

/** Gets what the tests of the iOS package need, and says what it does. What cannot be had is skipped by the tests, visibly. */
const say = (line: string) => void process.stdout.write(`${line}\n`);

const webKitPackages = ['gir1.2-webkit2-4.1', 'gir1.2-gtk-3.0', 'python3-gi', 'xvfb', 'xauth'];

const swift = await prepareSwift(say);
if (swift !== null) say(`SKIPPED: the Swift tests: ${swift}`);
if (missingWebKit() !== null) {
  if (process.getuid?.() === 0) {
    say('WebKit: installing WebKitGTK and xvfb');
    await installPackages(webKitPackages);
  }
  const webKit = missingWebKit();
  if (webKit !== null) say(`SKIPPED: the tests in WebKit: ${webKit} (${webKitPackages.join(' ')})`);
}
