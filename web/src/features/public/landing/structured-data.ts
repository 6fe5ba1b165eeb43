import { QUESTIONS } from './advantages.ts';

export type Organisation = {
  name: string;
  legalName: string;
  phone: string;
  email: string;
  /** The portal's address, without a trailing slash. */
  url: string;
};

/** Data for search engines: who this is, and the questions that the page answers (schema.org). */
export function structuredData(who: Organisation): object {
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        name: who.name,
        legalName: who.legalName,
        url: `${who.url}/`,
        logo: `${who.url}/favicon.svg`,
        contactPoint: {
          '@type': 'ContactPoint',
          contactType: 'customer support',
          telephone: who.phone,
          email: who.email,
          areaServed: 'RU',
          availableLanguage: 'ru',
        },
      },
      {
        '@type': 'FAQPage',
        mainEntity: QUESTIONS.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer.join(' ') },
        })),
      },
    ],
  };
}
