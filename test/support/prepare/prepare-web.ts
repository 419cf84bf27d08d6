import { buildWeb } from '../../../src/embedded/build-web.ts';

/** Builds the pages whose sources changed, as `npm start` does. */
export async function prepareWeb(): Promise<void> {
  await buildWeb((line) => console.log(line));
}
