import type { z } from 'zod';
import { shortNumber } from '#contract/values/card-number.ts';
import { listClientMailings, stopClientMailing } from '#contract/companies/client-mailings.ts';
import { listClientCards, listClientDeeds, type cardOfClient } from '#contract/companies/client-parts.ts';
import {
  blockCard,
  blockClient,
  findClients,
  readClientFile,
  unblockCard,
  unblockClient,
} from '#contract/companies/clients.ts';
import { listClientKeys, revokeClientKey } from '#contract/companies/keys.ts';
import { erasePerson, listErasures } from '#contract/identity/personal-data.ts';
import { removeFactors } from '#contract/identity/recovery.ts';
import { defineReasonDialog } from '../../../staff/define-reason-dialog.tsx';
import { nameOfPerson } from '../../../staff/name-of-person.ts';
import type { ClientFile, Colleague } from './client-file.ts';

export type ClientCard = z.infer<typeof cardOfClient>;
type ClientItem = { companyId: number; id: number; title: string };

const isBlocking = ({ state }: ClientFile) => state !== 'blocked';

/** Blocks a client or sets it to work again, with the reason that its colleagues read. */
export const BlockClientDialog = defineReasonDialog({
  title: (client: ClientFile) => (isBlocking(client) ? 'Заблокировать клиента' : 'Разблокировать клиента'),
  submitLabel: (client) => (isBlocking(client) ? 'Заблокировать' : 'Разблокировать'),
  label: (client) =>
    isBlocking(client) ? 'Причина, её увидят сотрудники клиента' : 'Основание, останется в журнале',
  missing: (client) => (isBlocking(client) ? 'Укажите причину' : 'Укажите основание'),
  name: (client) => (isBlocking(client) ? 'Блокировка клиента' : 'Разблокировка клиента'),
  call: (client) => (isBlocking(client) ? blockClient : unblockClient),
  input: ({ id }, reason) => ({ params: { id }, body: { reason } }),
  refresh: [readClientFile, findClients, listClientCards, listClientDeeds],
  text: (client) => (
    <p>
      {isBlocking(client)
        ? `${client.title}: переводы, карты и заказы остановятся, его карты сети заблокируют. Смотреть кабинет и оплачивать счета клиент сможет. Блокировку подтверждает второй сотрудник; одну карту можно заблокировать сразу.`
        : `${client.title} сможет снова переводить деньги и менять карты. Вернутся карты, которые заблокировала эта блокировка; заблокированные клиентом или с неоплаченным топливом останутся заблокированными.`}
    </p>
  ),
});

const isBlockingCard = ({ hold }: ClientCard) => hold?.kind !== 'staff';

/** Blocks one card, or unblocks it. */
export const BlockCardDialog = defineReasonDialog({
  title: (card: ClientCard) =>
    `${isBlockingCard(card) ? 'Заблокировать' : 'Разблокировать'} карту ${shortNumber(card.card_number)}`,
  submitLabel: (card) => (isBlockingCard(card) ? 'Заблокировать' : 'Разблокировать'),
  label: (card) =>
    isBlockingCard(card) ? 'Причина, её увидят сотрудники клиента' : 'Основание, останется в журнале',
  missing: (card) => (isBlockingCard(card) ? 'Укажите причину' : 'Укажите основание'),
  name: (card) => (isBlockingCard(card) ? 'Блокировка карты' : 'Разблокировка карты'),
  call: (card) => (isBlockingCard(card) ? blockCard : unblockCard),
  input: ({ id }, reason) => ({ params: { id }, body: { reason } }),
  refresh: [listClientCards, listClientDeeds],
  text: (card) => (
    <p>
      {isBlockingCard(card)
        ? 'Сеть заблокирует карту, и клиент не сможет разблокировать её сам.'
        : 'Если карту остановила эта блокировка, сеть вернёт её в работу.'}
    </p>
  ),
});

/** Frees a client's person who has lost the second factor; a second owner confirms it. */
export const RemoveFactorsDialog = defineReasonDialog({
  title: (colleague: Colleague) => `Снять второй фактор: ${nameOfPerson(colleague)}`,
  submitLabel: 'Предложить',
  label: 'Как проверено, что это он',
  missing: 'Укажите, как проверено',
  name: 'Снятие второго фактора',
  call: removeFactors,
  input: ({ id }, reason) => ({ params: { id }, body: { reason } }),
  refresh: [readClientFile, listClientDeeds],
  text: () => (
    <p>
      Подтвердит другой владелец. Все сеансы этого человека завершатся, дальше он войдёт по коду из СМС и
      сможет подключить второй фактор заново.
    </p>
  ),
});

/** Erases a user who has requested it by email or by phone. Another member confirms it. */
export const EraseColleagueDialog = defineReasonDialog({
  title: (colleague: Colleague) => `Удалить данные: ${nameOfPerson(colleague)}`,
  submitLabel: 'Предложить',
  label: 'Как человек попросил об этом',
  help: 'Останется в журнале, пишите без имени и телефона',
  missing: 'Укажите, как человек попросил',
  name: 'Удаление данных',
  call: erasePerson,
  input: ({ id }, reason) => ({ params: { id }, body: { reason } }),
  refresh: [readClientFile, listClientDeeds, listErasures],
  text: () => (
    <>
      <p>
        Имя, телефон, почта, входы, письма и второй фактор удалятся, вернуть их нельзя. Документы,
        подтверждения, движения и журнал останутся без имени.
      </p>
      <p>Подтвердит другой сотрудник.</p>
    </>
  ),
});

/** Ends a key; the client's program stops at once. */
export const RevokeKeyDialog = defineReasonDialog({
  title: ({ title }: ClientItem) => `Отозвать ключ «${title}»`,
  submitLabel: 'Отозвать',
  label: 'Причина, её увидят сотрудники клиента',
  missing: 'Укажите причину',
  name: 'Отзыв ключа клиента',
  call: revokeClientKey,
  input: ({ companyId, id }, reason) => ({ params: { id: companyId, keyId: id }, body: { reason } }),
  refresh: [listClientKeys, listClientDeeds],
  text: () => <p>Программа клиента с этим ключом сразу перестанет работать.</p>,
});

/** Stops a report that a client has sent to itself. */
export const StopMailingDialog = defineReasonDialog({
  title: ({ title }: ClientItem) => `Остановить рассылку «${title}»`,
  submitLabel: 'Остановить',
  label: 'Причина',
  missing: 'Укажите причину',
  name: 'Остановка рассылки',
  call: stopClientMailing,
  input: ({ companyId, id }, reason) => ({ params: { id: companyId, mailingId: id }, body: { reason } }),
  refresh: [listClientMailings, listClientDeeds],
  text: () => <p>Письма перестанут уходить. Клиент сможет включить рассылку снова.</p>,
});
