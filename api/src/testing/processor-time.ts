/**
 * Returns how long this process has computed during the work, in milliseconds. Time in which the machine served others
 * doesn't count, so a limit on it holds on a busy machine too.
 */
export async function measureProcessorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
