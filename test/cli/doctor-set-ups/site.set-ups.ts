import { randomBytes } from 'node:crypto';
import { freePort } from '../../support/processes/free-port.js';
import { type Desk, isThere, type SetUp } from './desk.js';

/** What is wrong with the address that families see, and with what they get from there. */
export const siteSetUps = (desk: Desk): SetUp[] => [
  {
    what: 'a malformed address of the site',
    env: () => ({ SITE_URL: 'directory.example.org' }),
    name: 'SITE_URL',
    remedy: 'Correct SITE_URL in the environment',
    follow: () => desk.site(),
  },
  {
    what: 'a site without https',
    env: () => ({ ...desk.smtp, SITE_URL: 'http://directory.example.org' }),
    name: 'SITE_URL',
    remedy: 'Set SITE_URL to the address that people use, such as https://',
    follow: () => desk.site(),
  },
  {
    what: 'a site of a name that nobody has',
    env: () => ({ ...desk.smtp, TRUST_PROXY: 'true', SITE_URL: 'https://directory.invalid' }),
    name: 'SITE_URL',
    remedy: '',
    follow: () => desk.site(),
  },
  {
    what: 'a site that nobody answers at',
    env: async () => ({
      ...desk.smtp,
      TRUST_PROXY: 'true',
      SITE_URL: `https://localhost:${await freePort()}`,
    }),
    name: 'SITE_URL',
    remedy: 'Start the proxy, open its port',
    follow: () => desk.site(),
  },
  {
    what: 'a certificate that nobody has signed',
    env: () => desk.site({}, false),
    name: 'SITE_URL',
    remedy: 'one of an authority of your own has to be in NODE_EXTRA_CA_CERTS here',
    follow: () => {
      desk.sites.at(-1)!.trust();
      return {};
    },
  },
  {
    what: 'a certificate that is over',
    isHere: isThere('faketime'),
    env: () => desk.site({ isOver: true }),
    name: 'SITE_URL',
    remedy: 'Let the proxy show a certificate for this name that is not over',
    follow: () => desk.site(),
  },
  {
    what: 'a certificate of another name',
    env: () => desk.site({ names: 'DNS:other.example.org' }),
    name: 'SITE_URL',
    remedy: 'Let the proxy show a certificate for this name',
    follow: () => desk.site(),
  },
  {
    what: 'an address of the site with a path',
    env: () => ({ SITE_URL: `${process.env.SITE_URL}/directory` }),
    name: 'SITE_URL',
    remedy: 'Correct SITE_URL in the environment',
    follow: () => desk.site(),
  },
  {
    what: 'an address of this machine where families are meant',
    env: () => ({ SITE_URL: 'http://localhost:3000' }),
    name: 'SITE_URL',
    remedy: 'Set SITE_URL to the address that people use',
    follow: () => desk.site(),
  },
  {
    what: 'a site of another origin with a path',
    env: () => ({ CORS_ORIGINS: 'https://app.example.org/directory' }),
    name: 'CORS_ORIGINS',
    remedy: 'Correct CORS_ORIGINS',
    follow: () => ({ CORS_ORIGINS: 'https://app.example.org' }),
  },
  {
    what: 'a certificate that ends soon',
    env: () => desk.site({ days: 3 }),
    name: 'SITE_URL',
    remedy: 'Renew it',
    follow: () => desk.site(),
  },
  {
    what: 'a proxy that reaches no service',
    env: () => desk.site({ status: 502, body: 'Bad gateway' }),
    name: 'SITE_URL',
    remedy: 'Start the service, and let the proxy lead to its HOST and PORT',
    follow: () => desk.site(),
  },
  {
    what: 'something else at the address of the site',
    env: () => desk.site({ body: '<title>Welcome to nginx</title>' }),
    name: 'SITE_URL',
    remedy: 'Let the proxy lead all paths of this name to the service',
    follow: () => desk.site(),
  },
  {
    what: 'a proxy that takes no files',
    env: () => desk.site({ maxBody: 1024 * 1024 }),
    name: 'SITE_URL',
    remedy: 'Let it take bodies of 12 MB',
    follow: () => desk.site({ maxBody: 12 * 1024 * 1024 }),
  },
  {
    what: 'https without a proxy that is believed',
    env: async () => ({ ...(await desk.site()), TRUST_PROXY: 'false' }),
    name: 'TRUST_PROXY',
    remedy: 'Set TRUST_PROXY=true behind a proxy',
    follow: () => ({ TRUST_PROXY: 'true' }),
  },
  {
    what: 'the demo school among families',
    env: async () => ({ ...(await desk.site()), DEMO: 'true' }),
    name: 'DEMO',
    remedy: 'Set DEMO=false',
    follow: () => ({ DEMO: 'false' }),
  },
  {
    what: 'mail to nobody',
    env: async () => ({ ...(await desk.site()), SMTP_URL: '' }),
    name: 'SMTP_URL',
    remedy: 'Set SMTP_URL to your mail server',
    follow: () => desk.smtp,
  },
  {
    what: 'a mail server under a misspelt name',
    env: async () => ({ ...(await desk.site()), SMTP_URL: '', SMPT_URL: desk.smtp['SMTP_URL']! }),
    name: 'SMPT_URL',
    remedy: 'Call it SMTP_URL',
    follow: () => ({ SMPT_URL: '', SMTP_URL: desk.smtp['SMTP_URL']! }),
  },
  {
    what: 'a key under a misspelt name',
    env: () => ({ DATAKEY: 'x', DATA_KEY: '' }),
    name: 'DATAKEY',
    remedy: 'Call it DATA_KEY',
    follow: () => ({ DATAKEY: '', DATA_KEY: randomBytes(32).toString('base64') }),
  },
  {
    what: 'a setting twice, once misspelt',
    env: () => ({ SITE_URLS: process.env.SITE_URL! }),
    name: 'SITE_URLS',
    remedy: 'or take it away',
    follow: () => ({ SITE_URLS: '' }),
  },
];
