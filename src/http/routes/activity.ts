import {
  addCommentRoute,
  assignVerificationRoute,
  listActivityRoute,
  listAssigneesRoute,
} from '../../contract/routes/activity.ts';
import type { ActivityUseCases, NamedActivity } from '../../services/verifications/activity.ts';
import { bindRoute, respond, type BoundRoute } from '../bound-route.ts';

/** Comments and assignments of cases. */
export function activityRoutes(activity: ActivityUseCases): BoundRoute[] {
  return [
    bindRoute(addCommentRoute, async ({ caller, input: { params, body }, effect }) => {
      const responseOf = (comment: NamedActivity) => respond(201, activityRecordOf(comment));
      return responseOf(
        await activity.addComment(caller, params.verificationId, body.text, effect.storing(responseOf)),
      );
    }),

    bindRoute(assignVerificationRoute, async ({ caller, input: { params, body } }) =>
      respond(200, await activity.assignVerification(caller, params.verificationId, body.assigneeId)),
    ),

    bindRoute(listActivityRoute, async ({ caller, input: { params, query } }) => {
      const { data, nextCursor } = await activity.listActivity(caller, params.verificationId, query);
      return respond(200, { data: data.map(activityRecordOf), nextCursor });
    }),

    bindRoute(listAssigneesRoute, async ({ caller }) => respond(200, { data: await activity.listAssignees(caller) })),
  ];
}

function activityRecordOf(activity: NamedActivity) {
  const { id, type, actorId, actorName, assigneeName, createdAt } = activity;
  return {
    ...{ id, type, actor: actorId, actorName, assigneeName },
    text: activity.type === 'comment' ? activity.text : null,
    assigneeId: activity.type === 'assignment' ? activity.assigneeId : null,
    createdAt: createdAt.toISOString(),
  };
}
