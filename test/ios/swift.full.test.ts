import { describe, expect, it } from 'vitest';
import { copyIntoRoot, missingSwift, readFromRoot, runInRoot } from './support/swift-root.ts';

/** The names of the interface document. An app that was written against them compiles unchanged. */
const selectors = [
  '- (void)showVerifyFlowWithClientId:flowId:metadata:',
  '- (void)verificationSuccessWithIdentityId:verificationID:',
  '- (void)verificationCancelledWithIdentityId:verificationId:',
];

interface SwiftCase {
  name: string;
  passed: boolean;
  said: string;
}

const missing = missingSwift();
const folder = missing === null ? copyIntoRoot() : '';

/** Each XCTest by its name, with its output. */
function casesOf(output: string): SwiftCase[] {
  return [...output.matchAll(/^Test Case '([\w.]+)' (passed|failed)/gm)].map(([, name = '', end]) => ({
    name,
    passed: end === 'passed',
    said: output
      .split('\n')
      .filter((line) => line.includes(`error: ${name} `))
      .slice(0, 5)
      .join('\n'),
  }));
}

const tested = missing === null ? await runInRoot('swift test', `${folder}/ios`) : { status: 0, output: '' };
const cases = casesOf(tested.output);

describe.skipIf(missing !== null)('the core in Swift', () => {
  it('compiles, and runs its tests to their end', () => {
    expect(tested.status, tested.output.slice(-4000)).toBe(0);
    expect(cases.length).toBeGreaterThan(30);
  });

  it.each(cases)('$name', ({ passed, said }) => {
    expect(passed, said).toBe(true);
  });
});

describe.skipIf(missing !== null)(
  'the UI layer in Swift, against stubs of Apple’s modules',
  { timeout: 300_000 },
  () => {
    const check = () => runInRoot('sh check-ui-layer.sh', folder);

    it('has no wrong name and no wrong type, as a package, as a pod, and in the example; its selectors are the documented ones', async () => {
      const { status, output } = await check();
      expect(status, output.slice(-4000)).toBe(0);
      const header = readFromRoot(`${folder}/ui-layer/VerifySDK-Swift.h`);
      const found = [...header.matchAll(/^([-+] \(void\))(.*);$/gm)].map(
        ([, kind = '', rest = '']) =>
          kind + [...rest.matchAll(/(\w+):\(/g)].map(([, part = '']) => `${part}:`).join(''),
      );
      expect(found).toEqual(expect.arrayContaining(selectors));
      for (const name of ['Verify', 'VerifyButtonResult', 'VerifyConfiguration', 'VerifyButton']) {
        expect(header).toMatch(new RegExp(`^@interface ${name} : `, 'm'));
      }
      expect(header).toMatch(/^@protocol VerifyButtonResultDelegate$/m);
      expect(header).toMatch(/\(nonatomic, weak\) id <VerifyButtonResultDelegate> _Nullable delegate/);
    });

    it.each([
      ['a name that Apple does not have', 'PageView.swift', 'webView.stopLoading()', 'webView.stopLoad()'],
      ['a delegate’s method with a wrong label', 'PageView.swift', 'initiatedByFrame frame:', 'initiatedBy frame:'],
      ['a wrong type', 'FlowViewController.swift', 'repeats: false', 'repeats: "no"'],
    ])('does not compile with %s', async (_what, file, right, wrong) => {
      const path = `${folder}/ios/Sources/VerifySDK/${file}`;
      const edit = (from: string, to: string) => `sed -i 's/${from}/${to}/' ${path}`;
      const { status, output } = await runInRoot(`${edit(right, wrong)} && sh check-ui-layer.sh sdk`, folder);
      copyIntoRoot();
      expect(status).not.toBe(0);
      expect(output).toMatch(new RegExp(`${file}:\\d+.*error: `));
    });
  },
);
