/** `8 800 000-00-00` → `tel:88000000000`. A leading plus stays. */
export function telHref(phone: string): string {
  return `tel:${phone.trim().startsWith('+') ? '+' : ''}${phone.replace(/\D/g, '')}`;
}
