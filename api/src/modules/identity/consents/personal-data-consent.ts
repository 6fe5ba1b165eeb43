import type { Operator } from '../../../operator.ts';
import type { Context } from '../../../context.ts';
import { hashSha256Hex } from '../../../lib/secrets.ts';
import { insertConsentVersion } from './consents.ts';

/**
 * The consent to the processing of personal data (152-ФЗ, article 9): operator, data, purpose, actions, term, and
 * way of withdrawal. Plain text; the first paragraph is its title. Any change, also of the operator's name, makes a
 * new version.
 */
function personalDataConsent({ name, email, requisites }: Operator): string {
  return `Согласие на обработку персональных данных

Я свободно, своей волей и в своём интересе даю оператору топливной программы «${name}» (${requisites.name}, ИНН ${requisites.inn}, ${requisites.address}) согласие на обработку моих персональных данных.

Какие данные. Имя, фамилия, номер телефона, адрес электронной почты, компания, от имени которой я действую, сведения о входах на сайт: время, IP-адрес, браузер.

Для чего. Вход в личный кабинет, подключение моей компании к топливной программе, заказ и доставка карт, подтверждение операций кодами из СМС, письма о готовности карт и документах, помощь службы поддержки.

Что с ними делают. Сбор, запись, хранение, уточнение, использование, передача топливным сетям и службе доставки в той мере, в какой это нужно для выпуска и доставки карт, удаление. Обработка ведётся с использованием средств автоматизации, данные хранятся на серверах в Российской Федерации.

Сколько. До отзыва согласия. Данные в документах, которые закон велит хранить дольше (первичные документы — не менее пяти лет), хранятся этот срок.

Как отозвать. В любое время: в личном кабинете, «Согласия», или письмом на ${email}. После отзыва все сеансы завершаются; доступ в кабинет от имени компании её администратор закрывает отдельно. Отзыв не отменяет того, что сделано до него.`;
}

/** Runs at the start. A changed wording becomes a new version, and every user must consent again. */
export async function prepareConsent(ctx: Context): Promise<void> {
  const text = personalDataConsent(ctx.programme.today());
  const sha256 = hashSha256Hex(text);
  await ctx.db.inSystem((tx) => insertConsentVersion(tx, { text, sha256, now: ctx.clock.now() }));
}
