import { hearMax, hearTelegram } from '#contract/messaging/channels.ts';
import { readConfig } from '../api/src/config/config.ts';
import { maxBot } from '../api/src/gateways/max/max-bot.ts';
import { telegramBot } from '../api/src/gateways/telegram/telegram-bot.ts';

/**
 * Registers the portal's addresses with the messengers, and the secrets that authenticate their calls: `npm run bots`,
 * with the portal's own settings. Exits with 1 when one of them does not accept it.
 */
const { channels, publicUrl } = readConfig(process.env);
const bots = [
  { config: channels.telegram, connect: telegramBot, path: hearTelegram.path },
  { config: channels.max, connect: maxBot, path: hearMax.path },
];
for (const { config, connect, path } of bots) {
  if (!config || publicUrl === null) continue;
  const bot = connect({ ...config, baseUrl: config.url });
  const outcome = await bot.hearAt(publicUrl + path, config.secret);
  const input =
    outcome.kind === 'sent' ? `speaks to ${publicUrl}${path}` : `did not take it: ${outcome.message}`;
  process.stdout.write(`${bot.channel} ${input}\n`);
  if (outcome.kind !== 'sent') process.exitCode = 1;
}
