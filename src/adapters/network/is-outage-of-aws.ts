/** Whether an error of an official AWS client is temporary: no response came, or the service is busy or broken. */
export function isOutageOfAws(error: unknown): boolean {
  const metadata: unknown = error instanceof Error && '$metadata' in error ? error.$metadata : undefined;
  const status =
    typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata ? metadata.httpStatusCode : null;
  if (typeof status !== 'number') return error instanceof Error && !isRefusedBeforehand(error);
  return status === 429 || status >= 500 || throttles.has(error instanceof Error ? error.name : '');
}

/** AWS throttles with 400 and a name. */
const throttles: ReadonlySet<string> = new Set([
  'ThrottlingException',
  'TooManyRequestsException',
  'LimitExceededException',
]);

/** The client itself rejects credentials or values like these: no request was made. */
function isRefusedBeforehand(error: Error): boolean {
  return error.name === 'CredentialsProviderError' || error instanceof TypeError;
}
