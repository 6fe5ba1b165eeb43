import { EXAMPLE_LITRES } from '#contract/programme/landing-offer.ts';
import { PROGRAMME_MARKS } from '#contract/programme/landing-marks.ts';
import { PART } from './landing-parts.ts';
import styles from './SavingCalculator.module.css';

/**
 * Litres of a month times the operator's discount; the server hides it where there is none. Without scripts it is an
 * example, and the page's script shows the field.
 */
export function SavingCalculator() {
  return (
    <section
      {...PART.saving.mark}
      id="saving"
      className={styles.saving}
      aria-labelledby="saving-title"
      data-state={PROGRAMME_MARKS.discountState}
      data-discount={PROGRAMME_MARKS.discountKopecks}
    >
      <div className={styles.words}>
        <h2 id="saving-title" className="type-headline">
          Сколько вы сэкономите
        </h2>
        <p>Скидка программы — {PROGRAMME_MARKS.discountSum} с литра.</p>
      </div>
      <div className={styles.sum}>
        <label {...PART.savingField.mark} className={styles.field} hidden>
          <span>Литров в месяц</span>
          <input
            id="saving-litres"
            type="text"
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            defaultValue={EXAMPLE_LITRES}
          />
        </label>
        <output htmlFor="saving-litres" className={styles.answer}>
          <span {...PART.savingFormula.mark} className={styles.quiet}>
            {PROGRAMME_MARKS.savingFormula}
          </span>
          <b {...PART.savingMonth.mark}>{PROGRAMME_MARKS.savingMonth}</b>
          <span {...PART.savingYear.mark} className={styles.quiet}>
            {PROGRAMME_MARKS.savingYear}
          </span>
        </output>
      </div>
    </section>
  );
}
