/** `Технические работы: РН-Карт`, or of several. */
export function maintenanceTitle(network: string | undefined): string {
  return network ? `Технические работы: ${network}` : 'Технические работы';
}
