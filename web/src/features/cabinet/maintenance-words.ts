/** `Технические работы: РН-Карт`, or of several; before they begin they are planned. */
export function titleOfWorks(network: string | undefined, begun: boolean): string {
  const works = begun ? 'Технические работы' : 'Запланированы технические работы';
  return network ? `${works}: ${network}` : works;
}
