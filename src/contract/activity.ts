import { z } from 'zod';
import { exampleOf, named } from '../steps/named-schema.ts';
import { exampleId, idSchema, timestampSchema } from '../steps/value-schemas.ts';

const commentText = z.string().min(1).max(5000);
const nameSchema = z.string().max(254).nullable();

export const activitySchema = named(
  'Activity',
  z.object({
    id: idSchema('activity'),
    type: z.enum(['comment', 'assignment']),
    actor: z.string().max(60).meta({ description: 'Id of the operator or API token that did it.' }),
    actorName: nameSchema.meta({ description: 'Null for an operator who was removed.' }),
    text: z.string().max(5000).nullable().meta({ description: 'The text of a comment; null for an assignment.' }),
    assigneeId: idSchema('operator').nullable().meta({
      description: 'For an assignment: the operator to whom the case is assigned; null if it is unassigned.',
    }),
    assigneeName: nameSchema,
    createdAt: timestampSchema,
  }),
  {
    description: 'A comment on a verification, or a change of the operator who works on it.',
    example: {
      id: exampleId('activity'),
      type: 'comment',
      actor: exampleId('operator'),
      actorName: 'Ana',
      text: 'The bank says that the address is right.',
      assigneeId: null,
      assigneeName: null,
      createdAt: '2026-03-01T09:40:00.000Z',
    },
  },
);

export const newCommentSchema = named('NewComment', z.strictObject({ text: commentText }), {
  description: 'A comment on a verification. It cannot be changed; it is erased with the verification.',
  example: { text: 'The bank says that the address is right.' },
});

export const assignmentSchema = named(
  'Assignment',
  z.strictObject({
    assigneeId: idSchema('operator')
      .nullable()
      .meta({ description: 'An operator from `GET /v2/assignees`; null to remove the assignment.' }),
  }),
  { description: 'Who works on a verification.', example: { assigneeId: exampleId('operator') } },
);

export const assigneeSchema = named('Assignee', z.object({ id: idSchema('operator'), name: z.string().max(254) }), {
  description: 'An operator who may review the client’s verifications.',
  example: { id: exampleId('operator'), name: 'Ana' },
});

export const assigneeListSchema = named('Assignees', z.object({ data: z.array(assigneeSchema).max(1000) }), {
  description: 'The operators who may review the client’s verifications, by name.',
  example: { data: [exampleOf(assigneeSchema)] },
});
