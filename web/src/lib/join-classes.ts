/** Joins class names and skips empty values: `joinClasses(styles.row, active && styles.active)`. */
export function joinClasses(...parts: unknown[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' ');
}
