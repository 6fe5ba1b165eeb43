import { buttonClass } from '../../ui/Button.tsx';
import { PART } from './landing-parts.ts';
import styles from './StorageNotice.module.css';

/** What we store in the browser, in one sentence. Without scripts nothing is stored, so nothing is shown. */
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
