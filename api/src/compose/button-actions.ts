import { changeCardStatus as changeCardStatusCall } from '#contract/cards/cards.ts';
import {
  approveException as approveExceptionCall,
  declineException as declineExceptionCall,
} from '#contract/fleet/exceptions.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { endOtherSessions as endOtherSessionsCall, listSessions } from '#contract/identity/sessions.ts';
import { approveRequest } from '#contract/orders/staff-requests.ts';
import type { Context } from '../context.ts';
import type { CompanyScope } from '../db/company-scope.ts';
import { conflict, notAllowed, Refusal } from '../errors.ts';
import { recordEvent } from '../audit/record-event.ts';
import { assertMayDo } from '../http/allow-call.ts';
import { findSessionRights, type Session } from '../http/session.ts';
import { formatTimeShort } from '../lib/money-format.ts';
import { runAsWork, createWork } from '../lib/current-work.ts';
import { changeCardStatus } from '../modules/cards/cards/change-card-status.ts';
import { approveException, declineException } from '../modules/fleet/rules/exceptions/approve-exception.ts';
import { approveOrder } from '../modules/orders/orders/approve-order.ts';
import { ORDER_EDITED } from '../modules/orders/orders/decided-orders.ts';
import { endOtherSessions } from '../modules/identity/auth/end-session.ts';
import {
  CHANNEL_TITLE,
  type ButtonAction,
  type ButtonTargets,
  type RunButtonAction,
  type ButtonUser,
} from '../modules/messaging/channels/channel.ts';

interface ButtonRow<Target> {
  /** Call of the screen that does the same. A user who may make it may click the button. */
  call: AnyEndpoint;
  /** Returns the sentence that the message shows from then on. */
  run(ctx: Context, input: { session: Session; target: Target }): Promise<string>;
}

/**
 * Actions of buttons in chats. Each is the use case of a screen. None moves money, asks for a code or needs two people.
 */
export const BUTTON_ACTIONS: { [Deed in ButtonAction]: ButtonRow<ButtonTargets[Deed]> } = {
  'block-card': { call: changeCardStatusCall, run: (ctx, input) => setBlocked(ctx, input, true) },
  'unblock-card': { call: changeCardStatusCall, run: (ctx, input) => setBlocked(ctx, input, false) },
  'approve-exception': { call: approveExceptionCall, run: letExceptionPass },
  'decline-exception': { call: declineExceptionCall, run: refuseException },
  'own-sign-in': { call: listSessions, run: async () => 'Отмечено: это были вы' },
  'end-sessions': { call: endOtherSessionsCall, run: endSessions },
  'approve-request': { call: approveRequest, run: approve },
};

/** Carries out a button of a chat by the rights that its person has at this moment. Refuses what a screen would refuse. */
export function doButtons(ctx: Context): RunButtonAction {
  return async (action, target, presser) => {
    const { call, run } = BUTTON_ACTIONS[action];
    const session = await findSessionRights(ctx, presser);
    if (!session) throw notAllowed();
    await assertUserMayClick(ctx, call, { session, presser });
    const work = createWork(call.name, {
      userId: session.userId,
      companyId: session.staffRole ? null : (session.company?.id ?? null),
      role: session.staffRole ? `staff.${session.staffRole}` : session.role,
      device: `${CHANNEL_TITLE[presser.channel]}: кнопка в сообщении`,
      input: { channel: presser.channel, ...target },
      leavesTrace: true,
    });
    return runAsWork(work, () => run(ctx, { session, target }));
  };
}

/** A refusal is recorded, as that of a call is. */
async function assertUserMayClick(
  ctx: Context,
  call: AnyEndpoint,
  { session, presser }: { session: Session; presser: ButtonUser },
): Promise<void> {
  try {
    assertMayDo(ctx, call, session);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await recordEvent(ctx.db.system, {
      at: ctx.clock.now(),
      what: 'call-refused',
      userId: session.userId,
      companyId: session.company?.id,
      details: { call: call.name, reason: error.reason, channel: presser.channel },
    });
    // For a user who is not a staff member any more, the call answers 404 as if there were nothing.
    throw error.status === 404 ? notAllowed('Это действие вам больше недоступно') : error;
  }
}

async function setBlocked(
  ctx: Context,
  { session, target }: { session: Session; target: { cardId: number } },
  blocked: boolean,
): Promise<string> {
  // The right to change a card is a colleague's, so there is a company.
  const scope = session.company?.scope as CompanyScope;
  await changeCardStatus(ctx, { scope, userId: session.userId, cardId: target.cardId, blocked });
  return blocked
    ? 'Карта блокируется: сеть подтвердит это в ближайшее время'
    : 'Карта разблокируется: сеть подтвердит это в ближайшее время';
}

type ExceptionTarget = { session: Session; target: { exceptionId: number } };

async function letExceptionPass(ctx: Context, { session, target }: ExceptionTarget): Promise<string> {
  const request = { scope: session.company?.scope as CompanyScope, userId: session.userId };
  const id = target.exceptionId;
  const until = await approveException(ctx, { ...request, id, until: null, sumKopecks: null });
  return `Разрешено до ${formatTimeShort(until)}, потом правила действуют снова`;
}

async function refuseException(ctx: Context, { session, target }: ExceptionTarget): Promise<string> {
  const request = { scope: session.company?.scope as CompanyScope, userId: session.userId };
  await declineException(ctx, { ...request, id: target.exceptionId, reason: 'Отказано из сообщения' });
  return 'Отказано. Водитель увидит это на своей странице';
}

/** Ends the sessions on every device, because the button belongs to none of them. */
async function endSessions(ctx: Context, { session }: { session: Session }): Promise<string> {
  const ended = await endOtherSessions(ctx, { session });
  return ended > 0
    ? 'Все сеансы завершены. Войдите заново и проверьте раздел «Безопасность»'
    : 'Открытых сеансов нет';
}

async function approve(
  ctx: Context,
  { session, target }: { session: Session; target: ButtonTargets['approve-request'] },
): Promise<string> {
  const { requestId, revision } = target;
  const outcome = await approveOrder(ctx, requestId, { revision, by: { userId: session.userId } });
  if (outcome === 'edited-since') throw conflict(ORDER_EDITED);
  if (outcome === 'rejected-before') throw conflict('Заявка уже отклонена');
  if (outcome === 'unknown') throw conflict('Такой заявки нет');
  return 'Заявка одобрена: сети получат заказ на карты';
}
