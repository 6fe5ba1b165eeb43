/** The operator's own style of the map. It stands on the operator's own server, which is no part of the contract. */
export async function readMapStyle(url: string): Promise<unknown> {
  const reply = await fetch(url, { credentials: 'omit' });
  if (!reply.ok) throw new Error(`the style answered ${reply.status}`);
  return reply.json();
}
