import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRekognitionLiveness } from '../../src/adapters/liveness/rekognition-liveness.ts';
import { ProviderAway } from '../../src/domain/ports/provider-away.ts';
import { LivenessProviderFailed } from '../../src/domain/ports/faces/liveness-providers.ts';
import { broken, startAwsServer, throttled, type AwsServer } from '../support/servers/aws-server.ts';

const settings = { name: 'aws-rekognition', region: 'eu-west-1', threshold: 0.8 } as const;
let aws: AwsServer;
let rekognition: ReturnType<typeof createRekognitionLiveness>;

beforeEach(async () => {
  aws = await startAwsServer();
  const account = { accessKeyId: 'AKIATEST', secretAccessKey: 'own-secret', roleArn: 'arn:aws:iam::1:role/device' };
  rekognition = createRekognitionLiveness({ ...account, endpointUrl: aws.url }, { requestTimeoutMs: 200 });
});
afterEach(() => aws.close());

const start = () => rekognition.start(settings, 'chl_0123456789abcdef');

test('lends the device a role that can do nothing but take part, and never the installation’s own keys', async () => {
  const { provider, reference } = await start();
  expect(provider.parameters).toMatchObject({ sessionId: reference, accessKeyId: 'ASIATEST', region: 'eu-west-1' });
  expect(JSON.stringify(provider)).not.toContain('own-secret');
  expect(aws.policies).toHaveLength(1);
  expect(JSON.parse(aws.policies[0] ?? '')).toMatchObject({
    Statement: [{ Effect: 'Allow', Action: 'rekognition:StartFaceLivenessSession' }],
  });
});

test('gives the confidence as a score and the picture as it was taken', async () => {
  const { reference } = await start();
  const picture = Buffer.from('a jpeg');
  const ReferenceImage = { Bytes: picture.toString('base64') };
  aws.setResult(reference, { Status: 'SUCCEEDED', Confidence: 97.5, ReferenceImage });
  expect(await rekognition.fetchResult(settings, reference)).toEqual({
    state: 'finished',
    live: true,
    score: 0.975,
    picture,
  });
});

test.each(['CREATED', 'IN_PROGRESS', 'EXPIRED', 'FAILED'])(
  'a session that is %s is not completed, whatever confidence it names',
  async (Status) => {
    const { reference } = await start();
    aws.setResult(reference, { Status, Confidence: 99 });
    expect(await rekognition.fetchResult(settings, reference)).toEqual({ state: 'notCompleted' });
  },
);

test.each([
  ['throttling', throttled],
  ['a broken server', broken],
  ['silence', 'silence'],
] as const)(
  'tries again after %s, and after three tries the provider is down',
  async (_name, answer) => {
    const { reference } = await start();
    aws.setResult(reference, { Status: 'SUCCEEDED', Confidence: 97 });
    aws.answerNext(answer);
    expect(await rekognition.fetchResult(settings, reference)).toMatchObject({ score: 0.97 });
    expect(aws.resultsAskedOf(reference)).toBe(2);
    aws.answerNext(answer, answer, answer);
    await expect(rekognition.fetchResult(settings, reference)).rejects.toThrow(ProviderAway);
    expect(aws.resultsAskedOf(reference)).toBe(5);
  },
  20_000,
);

test.each([
  ['of another session', { SessionId: '6a4b2c1d-0000-4a7b-8c3d-999999999999', Status: 'SUCCEEDED', Confidence: 99 }],
  ['without a confidence', { Status: 'SUCCEEDED' }],
  ['with a confidence that is none', { Status: 'SUCCEEDED', Confidence: 101 }],
  ['without a status', { Confidence: 99 }],
])('an answer %s is a failure', async (_name, result) => {
  const { reference } = await start();
  aws.setResult(reference, result);
  await expect(rekognition.fetchResult(settings, reference)).rejects.toThrow(LivenessProviderFailed);
});
