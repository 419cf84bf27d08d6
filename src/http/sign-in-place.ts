import type { FastifyRequest } from 'fastify';
import { subscriberNetworkOf } from '../domain/network-range.ts';
import type { SignInPlace } from '../services/operators/open-sign-in.ts';
import { deviceWordsOf } from './device-words.ts';

/** The place of a sign-in, according to the server and the browser. */
export function signInPlaceOf(address: string, raw: FastifyRequest): SignInPlace {
  return { source: subscriberNetworkOf(address), device: deviceWordsOf(raw.headers['user-agent']) };
}
