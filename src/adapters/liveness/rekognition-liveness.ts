import type { Rekognition } from '@aws-sdk/client-rekognition';
import type { STS } from '@aws-sdk/client-sts';
import { ProviderAway } from '../../domain/ports/provider-away.ts';
import { isOutageOfAws } from '../network/is-outage-of-aws.ts';
import {
  LivenessProviderFailed,
  type LivenessProviderResult,
  type LivenessProviderSettings,
} from '../../domain/ports/faces/liveness-providers.ts';

/** Credentials of the installation at AWS. `roleArn`: the role that a person's device plays for one check. */
export interface AwsAccount {
  accessKeyId: string;
  secretAccessKey: string;
  roleArn: string;
  /** In place of AWS's own addresses. */
  endpointUrl: string | null;
}

type Settings = Extract<LivenessProviderSettings, { name: 'aws-rekognition' }>;

const provider = 'aws-rekognition';
/** Of one try; the client tries three times, also when it is throttled. */
const requestTimeoutMs = 4_000;
/** The shortest that AWS lends a role for. */
const credentialSeconds = 900;
/** All that the device may do with what it is lent. */
const devicePolicy = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: 'rekognition:StartFaceLivenessSession', Resource: '*' }],
});

/**
 * Amazon Rekognition Face Liveness through the official client: this server opens the session and asks for its result; the
 * device gets the session's id and credentials that can do nothing but take part in it.
 */
export function createRekognitionLiveness(account: AwsAccount, options: { requestTimeoutMs?: number } = {}) {
  const clientOptions = (region: string) => ({
    region,
    credentials: { accessKeyId: account.accessKeyId, secretAccessKey: account.secretAccessKey },
    maxAttempts: 3,
    requestHandler: {
      requestTimeout: options.requestTimeoutMs ?? requestTimeoutMs,
      // Without it the client only writes a warning and waits for ever.
      throwOnRequestTimeout: true,
      connectionTimeout: options.requestTimeoutMs ?? requestTimeoutMs,
    },
    ...(account.endpointUrl === null ? {} : { endpoint: account.endpointUrl }),
  });
  const clients = new Map<string, Promise<{ rekognition: Rekognition; sts: STS }>>();

  /** Loaded at the first use: most installations never need it. */
  function clientsOf(region: string) {
    const known = clients.get(region);
    if (known !== undefined) return known;
    const opening = Promise.all([import('@aws-sdk/client-rekognition'), import('@aws-sdk/client-sts')]).then(
      ([rekognition, sts]) => ({
        rekognition: new rekognition.Rekognition(clientOptions(region)),
        sts: new sts.STS(clientOptions(region)),
      }),
    );
    clients.set(region, opening);
    return opening;
  }

  return {
    async start({ region }: Settings, challengeId: string) {
      const { rekognition, sts } = await clientsOf(region);
      const [session, lent] = await asking(() =>
        Promise.all([
          rekognition.createFaceLivenessSession({ ClientRequestToken: challengeId }),
          sts.assumeRole({
            RoleArn: account.roleArn,
            RoleSessionName: challengeId,
            DurationSeconds: credentialSeconds,
            Policy: devicePolicy,
          }),
        ]),
      );
      const sessionId = session.SessionId;
      const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = lent.Credentials ?? {};
      if (
        sessionId === undefined ||
        AccessKeyId === undefined ||
        SecretAccessKey === undefined ||
        SessionToken === undefined ||
        Expiration === undefined
      ) {
        throw new LivenessProviderFailed(provider);
      }
      return {
        provider: {
          name: provider,
          parameters: {
            region,
            sessionId,
            accessKeyId: AccessKeyId,
            secretAccessKey: SecretAccessKey,
            sessionToken: SessionToken,
            credentialsExpireAt: Expiration.toISOString(),
          },
        } as const,
        reference: sessionId,
      };
    },

    async fetchResult({ region }: Settings, reference: string): Promise<LivenessProviderResult> {
      const { rekognition } = await clientsOf(region);
      const answer = await asking(() => rekognition.getFaceLivenessSessionResults({ SessionId: reference }));
      // Sessions of other people are out of reach: the reference is the one that was stored with the challenge.
      if (answer.SessionId !== reference) throw new LivenessProviderFailed(provider);
      if (answer.Status === undefined) throw new LivenessProviderFailed(provider);
      if (answer.Status !== 'SUCCEEDED') return { state: 'notCompleted' };
      const confidence = answer.Confidence;
      if (confidence === undefined || !(confidence >= 0 && confidence <= 100)) {
        throw new LivenessProviderFailed(provider);
      }
      const picture = answer.ReferenceImage?.Bytes;
      return {
        state: 'finished',
        live: true,
        score: confidence / 100,
        picture: picture === undefined ? null : Buffer.from(picture),
      };
    },
  };
}

/** The client's own errors quote requests; what is passed on names the provider alone. */
async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof LivenessProviderFailed) throw error;
    throw isOutageOfAws(error)
      ? new ProviderAway(provider, { cause: error })
      : new LivenessProviderFailed(provider, { cause: error });
  }
}
