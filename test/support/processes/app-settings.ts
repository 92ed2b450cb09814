import type { Example } from './service-settings.js';

/** The variables that name apps of others. */
export const APPS: Record<string, Example> = {
  APP_URL: {
    good: [
      [
        'https://pages.example.org',
        { appUrl: 'https://pages.example.org', siteUrl: 'http://localhost:3000' },
      ],
      ['https://example.org/app/', { appUrl: 'https://example.org/app' }],
    ],
    wrong: [
      'pages.example.org',
      'com.school.app:/',
      'javascript://example.org',
      'https://example.org/?page=',
      'https://example.org/#/',
      'https://user:secret@example.org',
      'https://example.org/a b',
    ],
    missing: { appUrl: 'http://localhost:3000' },
  },
  APP_LINK: {
    good: [
      ['com.school.app:/{path}', { appLink: 'com.school.app:/{path}' }],
      ['myschool://open?to={path}', { appLink: 'myschool://open?to={path}' }],
      ['https://open.example.org/{path}', { appLink: 'https://open.example.org/{path}' }],
    ],
    wrong: [
      'com.school.app:/here',
      'com.school.app:/{path}/{path}',
      'com.school.app:/{id}',
      '{path}:/x',
      'javascript:open("{path}")',
      'JavaScript:open({path})',
      'data:text/html,{path}',
      'vbscript:{path}',
      'file:///{path}',
      'http://open.example.org/{path}',
      'mailto:{path}',
      'com.school.app:/{path}">',
      ' com.school.app:/{path}',
    ],
    missing: { appLink: null },
  },
  CORS_ORIGINS: {
    good: [
      ['https://pages.example.org', { corsOrigins: ['https://pages.example.org'] }],
      [
        'https://pages.example.org, http://localhost:5173',
        { corsOrigins: ['https://pages.example.org', 'http://localhost:5173'] },
      ],
    ],
    wrong: [
      '*',
      'null',
      'https://*.example.org',
      'https://pages.example.org/',
      'https://pages.example.org/app',
      'https://pages.example.org:443',
      'https://Pages.example.org',
      'https://user@pages.example.org',
      'pages.example.org',
      'file://',
      'https://pages.example.org,',
    ],
    missing: { corsOrigins: [] },
  },
};
