import type { FlowWarningDefinition } from './flow-warning.ts';

export const livenessProviderMissing: FlowWarningDefinition = {
  code: 'flow.liveness_provider_missing',
  cause: 'No account with the provider of this step is configured, so a live client’s session does not start.',
  remedy: 'Set `AWS_LIVENESS_ROLE_ARN` and the access key (docs/configuration.md), or leave the step out.',
  find: ({ steps }, { awsLiveness }) =>
    steps.flatMap((step, index) =>
      !awsLiveness && step.type === 'enhanced-liveness' && step.config.provider.name === 'aws-rekognition'
        ? [{ pointer: `/steps/${index}`, detail: `${step.id} needs an account with AWS Rekognition` }]
        : [],
    ),
};
