import styles from './SkipLink.module.css';

/** The first stop of the Tab key: skips the navigation and leads to the content. */
export function SkipLink() {
  return (
    <a href="#content" className={styles.skip}>
      К содержанию
    </a>
  );
}
