/** `Технические работы: РН-Карт`, or of several; before they begin they are planned. */
export function titleOfWorks(network: string | undefined, started: boolean): string {
  const works = started ? 'Технические работы' : 'Запланированы технические работы';
  return network ? `${works}: ${network}` : works;
}
