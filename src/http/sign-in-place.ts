import type { FastifyRequest } from 'fastify';
import { subscriberNetworkOf } from '../domain/network-range.ts';
import type { SignInPlace } from '../services/operators/open-sign-in.ts';
import { deviceWordsOf } from './device-words.ts';

/** Where somebody signs in, from what the server and the browser say. */
export function signInPlaceOf(address: string, raw: FastifyRequest): SignInPlace {
  return { source: subscriberNetworkOf(address), device: deviceWordsOf(raw.headers['user-agent']) };
}
