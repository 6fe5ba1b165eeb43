import { buttonClass } from '../../ui/Button.tsx';
import { PART } from './landing-parts.ts';
import styles from './StorageNotice.module.css';

/** What the browser keeps of us, in one sentence. Without scripts nothing is kept, and nothing is said. */
export function StorageNotice() {
  return (
    <aside {...PART.storageNotice.mark} className={styles.notice} aria-label="Что хранится в браузере" hidden>
      <p>
        Без cookie и счётчиков. Браузер хранит только вход в кабинет, черновик заявки, оформление и отметки о
        прочитанном.
      </p>
      <button {...PART.storageNoticeRead.mark} type="button" className={buttonClass({ size: 'small' })}>
        Понятно
      </button>
    </aside>
  );
}
