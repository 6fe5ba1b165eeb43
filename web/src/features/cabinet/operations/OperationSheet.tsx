import type { ReactNode } from 'react';
import { OPERATION_STATUS } from '#contract/ids.ts';
import { formatQuantity } from '#contract/fuel/goods-unit.ts';
import { signedLitres, signedSum } from '#contract/fuel/operation-signs.ts';
import type { Operation } from '#contract/fuel/operations.ts';
import { shortNumber } from '#contract/values/card-number.ts';
import { formatTruck, gluePlates } from '#contract/values/plate.ts';
import { capitalized, formatDate, formatMoney, glueNumbers } from '../../../lib/format.ts';
import { paths } from '../../../paths.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { AssignmentFacts } from './AssignmentFacts.tsx';
import { OperationChecks } from './OperationChecks.tsx';
import { TONE } from './operation-columns.tsx';
import { formatPlaceTime, isBlock } from './operation-text.ts';
import { PlaceMap } from './PlaceMap.tsx';
import { useMonthDocuments } from './use-month-documents.ts';
import styles from './OperationSheet.module.css';

type Fact = readonly [label: string, value: ReactNode];

/** Shows what is known of an operation: the receipt, the driver, the goods, the rules and the place. */
export function OperationSheet({ operation }: { operation: Operation }) {
  const { purchase, type, status, sum, reason } = operation;
  const failed = status.id === OPERATION_STATUS.failed;
  const placeTime = formatPlaceTime(operation);
  const amount = <Money value={signedSum(type.id, sum)} signed size="title" />;
  return (
    <Stack gap="3">
      <div className={styles.head}>
        {!isBlock(operation) && (
          <p className={styles.sum}>{failed ? <s className="ink-2">{amount}</s> : amount}</p>
        )}
        <p className={styles.when}>
          <span>
            {formatDate(operation.created_at, 'datetime')} МСК
            {placeTime && `, ${placeTime}`}
          </span>
          <StatusLabel tone={TONE[status.id] ?? 'neutral'}>{status.title}</StatusLabel>
        </p>
      </div>
      {reason && <Notice tone={failed ? 'error' : 'info'}>{reason}</Notice>}
      <Facts title={purchase ? 'Чек' : 'Подробности'} facts={listReceipt(operation)}>
        {purchase && <DocumentFact operation={operation} />}
      </Facts>
      <Facts title="Машина и карта" facts={listHolders(operation)} />
      {purchase && <AssignmentFacts operation={operation} />}
      {purchase && <OperationChecks operation={operation} />}
      {purchase && <PlaceMap address={purchase.address} place={purchase.place} />}
    </Stack>
  );
}

function Facts({ title, facts, children }: { title: string; facts: readonly Fact[]; children?: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {children}
      </dl>
    </section>
  );
}

/** Lists the volume, the parts of the sum, and the numbers that an accountant needs. */
function listReceipt({ purchase, price, sum, vat, number, type, repaid }: Operation): Fact[] {
  const own: Fact[] = [];
  if (purchase) {
    const { unit, unit_cnt: count, unit_price: unitPrice, address } = purchase;
    own.push(
      [
        unit === 'litres' ? 'Литры' : 'Количество',
        `${formatQuantity(signedLitres(type.id, count), unit)} по ${formatMoney(unitPrice)}`,
      ],
      ['АЗС', glueNumbers(address)],
    );
  }
  if (price) {
    own.push(['По цене АЗС', formatMoney(sum)]);
    if (price.discount > 0) own.push(['Скидка', formatMoney(-price.discount)]);
    if (price.surcharge > 0) own.push(['Надбавка', formatMoney(price.surcharge, { signed: true })]);
    if (price.fee > 0) own.push(['Сервисный сбор', formatMoney(price.fee, { signed: true })]);
    own.push(['К оплате', <strong key="charged">{formatMoney(price.charged)}</strong>]);
  }
  const tax = price ? price.vat : vat;
  if (tax !== null) own.push(['В том числе НДС', formatMoney(tax)]);
  if (repaid) own.push(['За топливо, купленное раньше', formatMoney(repaid)]);
  return [...own, ['Номер операции', <span key="number">{number}</span>]];
}

function listHolders({ vehicle, drivers, card, partner }: Operation): Fact[] {
  const facts: Fact[] = [];
  if (vehicle) {
    facts.push([
      'Машина',
      <TextLink key="vehicle" to={paths.vehicle(vehicle.id)}>
        {formatTruck(vehicle)}
      </TextLink>,
    ]);
  }
  if (drivers.length > 0) facts.push([drivers.length === 1 ? 'Водитель' : 'Водители', drivers.join(', ')]);
  facts.push([
    'Карта',
    <TextLink key="card" to={paths.card(card.id)}>
      {partner.title} {shortNumber(card.card_number)}
    </TextLink>,
  ]);
  if (card.comment && !isTruck(card.comment, vehicle))
    facts.push(['Комментарий карты', gluePlates(card.comment)]);
  return facts;
}

/** Many companies write the truck on its card. A line above shows it already. */
function isTruck(comment: string, vehicle: Operation['vehicle']): boolean {
  if (!vehicle) return false;
  const { plate, brand } = vehicle;
  const written = toKey(comment);
  return [plate, brand + plate, plate + brand].some((text) => toKey(text) === written);
}

function toKey(text: string): string {
  return text.replace(/[\s,]/g, '').toUpperCase();
}

/** The document of the month that the sale stands in, once the month is closed. */
function DocumentFact({ operation }: { operation: Operation }) {
  const { month, documents } = useMonthDocuments(operation);
  if (documents === null) return null;
  const found = documents.find(({ kind }) => kind === 'upd') ?? documents[0];
  return (
    <div>
      <dt>Документ</dt>
      <dd>
        {found ? (
          <TextLink to={paths.document({ id: found.id, month })}>{found.title}</TextLink>
        ) : (
          `${capitalized(formatDate(month, 'month'))} ещё не закрыт`
        )}
      </dd>
    </div>
  );
}
