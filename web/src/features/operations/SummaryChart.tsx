import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { formatLitres, formatMoney, formatNumber, NO_BREAK_SPACE } from '../../lib/format.ts';
import styles from './SummaryChart.module.css';

export type ChartBar = { name: string; value: number };

type Props = {
  bars: readonly ChartBar[];
  measure: 'sum' | 'litres';
  /** Months stand side by side; names, which may be long, stand below one another. */
  upright: boolean;
};

const TICK = { fill: 'var(--ink-2)', fontSize: 13 };
const FRAME = { fill: 'var(--surface-2)' };
/** Holds `−11,25 млрд`: a figure that is cut loses its minus first. */
const FIGURES_WIDTH = 88;
const MARGIN = { top: 8, right: 16, bottom: 0, left: 0 };

/** Bars for a quick look. The table beside them holds the exact figures, so screen readers skip the chart. */
export default function SummaryChart({ bars, measure, upright }: Props) {
  const data = [...bars];
  const height = upright ? 240 : 32 + bars.length * 34;
  return (
    <div className={styles.chart} aria-hidden="true">
      <BarChart
        responsive
        data={data}
        layout={upright ? 'horizontal' : 'vertical'}
        margin={MARGIN}
        style={{ width: '100%', height }}
        accessibilityLayer={false}
      >
        <CartesianGrid stroke="var(--line)" vertical={!upright} horizontal={upright} />
        {upright ? (
          <>
            <XAxis dataKey="name" tick={TICK} tickLine={false} axisLine={{ stroke: 'var(--line-strong)' }} />
            <YAxis
              width={FIGURES_WIDTH}
              tick={TICK}
              tickLine={false}
              axisLine={false}
              tickFormatter={short}
            />
          </>
        ) : (
          <>
            <XAxis type="number" tick={TICK} tickLine={false} axisLine={false} tickFormatter={short} />
            <YAxis
              type="category"
              dataKey="name"
              width={132}
              interval={0}
              tick={TICK}
              tickFormatter={clipped}
              tickLine={false}
              axisLine={{ stroke: 'var(--line-strong)' }}
            />
          </>
        )}
        <Tooltip
          cursor={FRAME}
          isAnimationActive={false}
          content={({ active, payload }) => {
            const bar = payload[0]?.payload as ChartBar | undefined;
            return active && bar ? <Said bar={bar} measure={measure} /> : null;
          }}
        />
        <Bar dataKey="value" fill="var(--ink)" radius={3} maxBarSize={40} isAnimationActive={false} />
      </BarChart>
    </div>
  );
}

function Said({ bar, measure }: { bar: ChartBar; measure: Props['measure'] }) {
  return (
    <div className={styles.said}>
      <div className={styles.name}>{bar.name}</div>
      <div>{measure === 'sum' ? formatMoney(bar.value) : formatLitres(bar.value)}</div>
    </div>
  );
}

/** `1,1 млрд`, `2,25 млн`, `450 тыс.`: the lines stand at round sums, which two decimals name exactly. */
function short(value: number): string {
  const [size, word] = SIZES.find(([from]) => Math.abs(value) >= from) ?? [1, null];
  return word === null ? formatNumber(value) : `${formatNumber(value / size, 2)}\u00a0${word}`;
}

const SIZES = [
  [1_000_000_000, 'млрд'],
  [1_000_000, 'млн'],
  [1000, 'тыс.'],
] as const;

const NAME_LETTERS = 17;

/** Keeps the name on one line: the axis would break it at its spaces. */
function clipped(name: string): string {
  const whole = name.length > NAME_LETTERS ? `${name.slice(0, NAME_LETTERS - 1)}…` : name;
  return whole.replaceAll(' ', NO_BREAK_SPACE);
}
