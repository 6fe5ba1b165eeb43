/** `i***@example.ru`: enough to recognise one's own address by. */
export function maskAddress(email: string): string {
  return email.replace(/^(.).*(?=@)/, '$1***');
}
