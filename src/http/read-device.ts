import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { reportedDeviceSchema, sdkSchema } from '../contract/sessions/session.ts';
import type { Device } from '../domain/verifications/verification.ts';

/** The SDK's description of the device, with what the server saw. Missing values are taken from `before`. */
export function deviceOf(
  reported: {
    sdk?: z.output<typeof sdkSchema> | undefined;
    device?: z.output<typeof reportedDeviceSchema> | undefined;
  },
  { address, raw }: { address: string; raw: FastifyRequest },
  before?: Device,
): Device {
  const { sdk, device } = reported;
  return {
    platform: sdk?.platform ?? before?.platform ?? 'unknown',
    sdkVersion: sdk?.version ?? before?.sdkVersion ?? 'unknown',
    languages: device?.languages ?? before?.languages ?? [],
    // Model and system of another device would be wrong.
    model: device?.model ?? null,
    osVersion: device?.osVersion ?? null,
    userAgent: raw.headers['user-agent']?.slice(0, 1000) ?? null,
    networkAddress: address,
  };
}
