import type { z } from 'zod';
import type { overview } from '#contract/insights/overview.ts';
import { formatNumber, MINUS } from '../../../lib/format.ts';
import { joinClasses } from '../../../lib/join-classes.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { InlineSkeleton } from '../../../ui/states/Skeleton.tsx';
import { VisuallyHidden } from '../../../ui/text/VisuallyHidden.tsx';
import grow from '../../../ui/text/Grow.module.css';
import { describeForecast } from './describe-forecast.ts';
import { describeLastMonth, nameLastMonth, nameMonth } from './describe-month.ts';
import styles from './Overview.module.css';
import { type RequestParts, WaitingList } from './WaitingList.tsx';
import { toneOfPartner } from '../../../cards/describe-card.ts';
import { getFill } from '../../../ui/text/tone.ts';

type OverviewData = z.infer<typeof overview>;

/**
 * «Как дела»: the money and its days, this month against the last, and what needs attention. Null while loading: its
 * space is reserved, so that nothing below moves.
 */
export function Overview({ data, request }: { data: OverviewData | null; request: RequestParts }) {
  const forecast = data && describeForecast(data.money, data.spending);
  const comparison = data && formatComparison(data.spending);
  // Where nothing is compared, the last month is all there is to say, once.
  const lastMonth = data && describeLastMonth(data.spending);
  const more = lastMonth === comparison ? null : lastMonth;
  return (
    <Panel
      variant="flush"
      className={styles.overview}
      aria-label="Как дела"
      aria-busy={data ? undefined : true}
    >
      <div className={styles.facts}>
        <div className={styles.fact}>
          <h2 className={styles.label}>Свои деньги</h2>
          <p className={styles.figure}>
            {data ? <Money value={data.money.own} size="title" /> : <InlineSkeleton />}
          </p>
          <p className={styles.note} title={forecast?.pace ?? undefined}>
            {forecast?.text ?? <InlineSkeleton />}
          </p>
          {forecast?.pace && <p className={styles.untipped}>{forecast.pace}</p>}
        </div>
        <AppLink to={paths.transactions} className={joinClasses(styles.fact, styles.month)}>
          <span role="heading" aria-level={2} className={styles.label}>
            {data ? `Топливо за ${nameMonth(data.spending.today)}` : <InlineSkeleton />}
          </span>
          <span className={styles.figure}>
            {data ? <Money value={data.spending.this_month} size="title" /> : <InlineSkeleton />}
          </span>
          <span className={styles.note} title={more ?? undefined}>
            {comparison ?? <InlineSkeleton />}
          </span>
          {more && <span className={styles.untipped}>{more}</span>}
          {data && <DayBars days={data.spending.days} today={data.spending.today} />}
        </AppLink>
      </div>
      <WaitingList data={data} request={request} />
    </Panel>
  );
}

function formatComparison(spending: OverviewData['spending']) {
  const { today, this_month: now, last_month_to_date: before, last_month: whole } = spending;
  if (whole <= 0) return `За ${nameLastMonth(today)} расходов не было`;
  // A share of nothing, or to nothing, compares nothing: on a month's first day both are usual.
  if (before <= 0 || now <= 0) return describeLastMonth(spending);
  const share = Math.round(((now - before) / before) * 100);
  if (share === 0) return 'Как за те же дни';
  return (
    <>
      <span aria-hidden="true">{share > 0 ? '+' : MINUS}</span>
      <VisuallyHidden>{share > 0 ? 'больше на ' : 'меньше на '}</VisuallyHidden>
      {formatNumber(Math.abs(share))} % к тем же дням
    </>
  );
}

type Day = { date: string; networks: readonly { partner_id: number; sum: number }[] };

/** Spending of each day of the month until `today`, stacked in the networks' colours. The figures stand beside it. */
function DayBars({ days, today }: { days: readonly Day[]; today: string }) {
  const byDate = new Map(days.map((day) => [day.date, day.networks]));
  const dates = Array.from(
    { length: Number(today.slice(8)) },
    (_, index) => `${today.slice(0, 8)}${String(index + 1).padStart(2, '0')}`,
  );
  const max = Math.max(0, ...days.map(getTotal));
  return (
    <span className={styles.bars} aria-hidden="true">
      {dates.map((date) => (
        <span key={date} className={joinClasses(styles.day, grow.grow)}>
          {(byDate.get(date) ?? [])
            .filter(({ sum }) => sum > 0)
            .map(({ partner_id: partner, sum }) => (
              <span
                key={partner}
                className={joinClasses(styles.part, getFill(toneOfPartner(partner)).className)}
                style={{ ...getFill(toneOfPartner(partner)).style, height: `${(sum / max) * 100}%` }}
              />
            ))}
        </span>
      ))}
    </span>
  );
}

/** Total of spending. A refund of fuel that was bought on another day does not shorten a bar. */
function getTotal({ networks }: Day): number {
  return networks.reduce((total, { sum }) => total + Math.max(0, sum), 0);
}
