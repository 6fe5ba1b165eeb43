import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
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
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as Value)} className={styles.tabs}>
      <div className={styles.line}>
        <Base.List activateOnFocus aria-label={label} className={styles.list}>
          {tabs.map((tab) => (
            <Base.Tab key={tab.value} value={tab.value} className={styles.tab}>
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
