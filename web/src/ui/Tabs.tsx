import { Tabs as Base } from '@base-ui/react/tabs';
import { useEffect, useRef, type ReactNode } from 'react';
import styles from './Tabs.module.css';

type Props<Value extends string> = {
  label: string;
  tabs: readonly { value: Value; label: ReactNode; count?: number }[];
  value: Value;
  onChange: (value: Value) => void;
  /** A button at the end of the line of tabs, below it on a phone. */
  action?: ReactNode;
  /** The content of the chosen tab. */
  children: ReactNode;
};

/** Several views of one place. Arrow keys move from tab to tab. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, action, children }: Props<Value>) {
  const list = useRef<HTMLDivElement>(null);
  // On a phone the chosen tab may lie outside the screen.
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (row && tab)
      row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [value]);
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as Value)} className={styles.tabs}>
      <div className={styles.line}>
        <Base.List ref={list} activateOnFocus aria-label={label} className={styles.list}>
          {tabs.map((tab) => (
            <Base.Tab
              key={tab.value}
              value={tab.value}
              className={styles.tab}
              data-print={tab.value === value ? 'text' : undefined}
            >
              {tab.label}
              {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
            </Base.Tab>
          ))}
        </Base.List>
        {action}
      </div>
      {/* What it shows can be reached itself. */}
      <Base.Panel value={value} tabIndex={-1}>
        {children}
      </Base.Panel>
    </Base.Root>
  );
}
