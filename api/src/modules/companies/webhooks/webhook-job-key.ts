/** One job at a time waits for an address. */
export function webhookJobKey({ webhookId }: { webhookId: number }): string {
  return `webhook:${webhookId}`;
}
