import type { Rekognition } from '@aws-sdk/client-rekognition';
import type { STS } from '@aws-sdk/client-sts';
import { ProviderAway } from '../../domain/ports/provider-away.ts';
import { isOutageOfAws } from '../network/is-outage-of-aws.ts';
import {
  LivenessProviderFailed,
  type LivenessProviderResult,
  type LivenessProviderSettings,
} from '../../domain/ports/faces/liveness-providers.ts';

/** The installation's credentials at AWS. `roleArn`: the role that a person's device assumes for one check. */
export interface AwsAccount {
  accessKeyId: string;
  secretAccessKey: string;
  roleArn: string;
  /** Replaces AWS's own addresses. */
  endpointUrl: string | null;
}

type Settings = Extract<LivenessProviderSettings, { name: 'aws-rekognition' }>;

const provider = 'aws-rekognition';
/** Per try; the client tries three times, also when it is throttled. */
const requestTimeoutMs = 4_000;
/** The shortest session of a role that AWS allows. */
const credentialSeconds = 900;
/** The only permission of the device's credentials. */
const devicePolicy = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: 'rekognition:StartFaceLivenessSession', Resource: '*' }],
});

/**
 * Amazon Rekognition Face Liveness through the official client. This server opens the session and fetches its result. The device gets the
 * session's id and credentials that only allow it to take part in the session.
 */
export function createRekognitionLiveness(account: AwsAccount, options: { requestTimeoutMs?: number } = {}) {
  const clientOptions = (region: string) => ({
    region,
    credentials: { accessKeyId: account.accessKeyId, secretAccessKey: account.secretAccessKey },
    maxAttempts: 3,
    requestHandler: {
      requestTimeout: options.requestTimeoutMs ?? requestTimeoutMs,
      // Without it, the client only logs a warning and waits indefinitely.
      throwOnRequestTimeout: true,
      connectionTimeout: options.requestTimeoutMs ?? requestTimeoutMs,
    },
    ...(account.endpointUrl === null ? {} : { endpoint: account.endpointUrl }),
  });
  const clients = new Map<string, Promise<{ rekognition: Rekognition; sts: STS }>>();

  /** Loaded on first use: most installations never need it. */
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
      // Other people's sessions are out of reach: the reference is the one that was stored with the challenge.
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

/** The client's own errors quote requests, so only the provider's name is passed on. */
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
