import { sql } from 'kysely';
import type { EmailFacts, EmailLinks, EmailText, SecurityFacts } from './email.ts';
import type { Db } from '../../../db/database.ts';
import { enqueueJobs } from '../../../queue/enqueue-job.ts';
import { insertEmails } from './stored-emails.ts';

/** Makes the same text for the person and for the company's admins. It names the person concerned. */
export function securityEmail(facts: EmailFacts['security'], { site }: EmailLinks): EmailText {
  const { subject, sentence } = describeSecurityEvent(facts);
  return {
    subject,
    paragraphs: [sentence],
    action: { label: 'Открыть «Безопасность»', url: `${site}/cabinet/security` },
    notes: [
      'Если об этом знают и вы, и этот человек, ничего делать не нужно.',
      'Если нет: завершите незнакомые сеансы в разделе «Безопасность», проверьте роли в разделе «Доступ» и позвоните нам.',
    ],
  };
}

/** Describes the event as a title and as a sentence that names the person concerned. */
export function describeSecurityEvent(facts: SecurityFacts): { subject: string; sentence: string } {
  return EVENT_TEXTS[facts.event](facts as never);
}

type FactsByEvent<Event> = Extract<SecurityFacts, { event: Event }>;

const EVENT_TEXTS: {
  [Event in SecurityFacts['event']]: (facts: FactsByEvent<Event>) => { subject: string; sentence: string };
} = {
  'new-device': ({ who, device, network, at, openedBy }) => ({
    subject: openedBy ? 'Вход по ключу доступа с нового устройства' : 'Вход с нового устройства',
    sentence: `${who}: вход в кабинет ${openedBy ? 'по ключу доступа ' : ''}с нового устройства, ${device}, сеть ${network}, ${formatMoment(at)} по Москве.`,
  }),
  'role-changed': ({ who, role }) => ({
    subject: 'Роль сотрудника изменена',
    sentence: `${who}: теперь роль в кабинете компании «${role}».`,
  }),
  'colleague-came': ({ who, role }) => ({
    subject: 'В компании новый сотрудник',
    sentence: `${who}: доступ к кабинету компании открыт, роль «${role}».`,
  }),
  'colleague-left': ({ who }) => ({
    subject: 'Сотрудник покинул компанию',
    sentence: `${who}: доступа к кабинету компании больше нет.`,
  }),
  'mail-changed': ({ who, to }) => ({
    subject: 'Почта изменена',
    sentence: `${who}: в кабинете указана другая почта, ${to}.`,
  }),
  'factor-added': ({ who, title }) => ({
    subject: 'Подключён второй фактор',
    sentence: `${who}: вход теперь подтверждает «${title}».`,
  }),
  'factor-removed': ({ who, title }) => ({
    subject: 'Удалён второй фактор',
    sentence: `${who}: «${title}» больше не подтверждает вход.`,
  }),
  'factor-refused': ({ who, device, network, at }) => ({
    subject: 'Неверный код второго фактора',
    sentence: `${who}: при входе в кабинет ввели неверный код, ${device}, сеть ${network}, ${formatMoment(at)} по Москве.`,
  }),
  'channel-linked': ({ who, title }) => ({
    subject: 'К кабинету привязан чат',
    sentence: `${who}: сообщения из кабинета приходят теперь и в ${title}, кнопки в них действуют.`,
  }),
  'phone-change-allowed': ({ who, to, at }) => ({
    subject: 'Завтра изменится телефон для входа',
    sentence: `${who}: нам сообщили, что телефон потерян. С ${formatMoment(at)} по Москве входить можно будет по номеру ${to}. Если телефон не потерян, войдите по нему и отмените это в разделе «Безопасность».`,
  }),
  'mailing-address-added': ({ who, to, title }) => ({
    subject: 'Отчёты будут приходить на адрес вне компании',
    sentence: `${who}: рассылка «${title}» настроена на адрес ${to}. Отчёты пойдут туда, когда адрес подтвердят по ссылке; остановить их можно в разделе «Рассылка отчётов».`,
  }),
  'driver-link-made': ({ who, driver, card }) => ({
    subject: 'Водителю отправлена ссылка на карту',
    sentence: `${who}: водителю ${driver} отправлена ссылка на страницу карты ${card}. Закрыть её можно на странице карты.`,
  }),
  'phone-changed': ({ who, to }) => ({
    subject: 'Телефон для входа изменён',
    sentence: `${who}: входит в кабинет с другого телефона, ${to}.`,
  }),
};

const MOMENT = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
});

export function formatMoment(at: string): string {
  return MOMENT.format(new Date(at));
}

/**
 * Writes emails to the person concerned and to the admins of their company, in the transaction of the event, to the
 * addresses confirmed at that time. A changed address is notified before it is changed.
 */
export async function writeSecurityEmail(
  tx: Db,
  email: { facts: SecurityFacts; userId: number; companyId: number | null; about: string; now: Date },
): Promise<void> {
  const { facts, userId, companyId, about, now } = email;
  const ids = await insertEmails(
    tx,
    { kind: 'security', facts, about, now },
    sql`(person.id = ${userId} or exists (select from membership
      where user_id = person.id and company_id = ${companyId}::bigint and role = 'admin' and ended_at is null))`,
  );
  await enqueueJobs(
    tx,
    'send-letter',
    ids.map((letterId) => ({ letterId })),
    ({ letterId }) => `letter:${letterId}`,
  );
}
