/** The operator's own map style. It is on the operator's own server, which is not part of the contract. */
export async function readMapStyle(url: string): Promise<unknown> {
  const reply = await fetch(url, { credentials: 'omit' });
  if (!reply.ok) throw new Error(`the style answered ${reply.status}`);
  return reply.json();
}
