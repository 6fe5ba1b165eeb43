/**
 * Returns how long this process has computed during the work, in milliseconds. Time of other processes doesn't count,
 * so a bound holds on a busy machine too.
 */
export async function measureProcessorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
