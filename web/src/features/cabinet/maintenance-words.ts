/** `Технические работы: РН-Карт`. */
export function maintenanceTitle(network: string | undefined): string {
  return network ? `Технические работы: ${network}` : 'Технические работы';
}
