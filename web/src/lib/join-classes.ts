/** Joins class names, leaving out what is none: `joinClasses(styles.row, active && styles.active)`. */
export function joinClasses(...parts: unknown[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' ');
}
