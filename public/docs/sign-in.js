// A form above the operations: email, password and code against the service's own issuer. The tokens stay in the
// memory of this page; nothing is put in a URL or stored.

const API = '/api/v1/auth';
const FIELDS = [
  ['client_id', 'Client id', 'text', 'off'],
  ['client_secret', 'Client secret', 'password', 'off'],
  ['email', 'Email', 'email', 'username'],
  ['password', 'Password', 'password', 'current-password'],
  ['code', 'Code (two-step)', 'text', 'one-time-code'],
];

whenReady(() => document.querySelector('.swagger-ui .information-container') && window.ui, show);

function whenReady(ready, then) {
  if (ready()) then();
  else setTimeout(() => whenReady(ready, then), 50);
}

function show() {
  const form = document.createElement('form');
  form.className = 'sign-in';
  form.setAttribute('aria-label', 'Sign in');
  form.append(
    element('h2', { textContent: 'Sign in to try the operations' }),
    ...FIELDS.map(field),
    element('button', { textContent: 'Sign in' }),
  );
  const status = element('output', {});
  form.append(status);
  let session = null;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(form));
    try {
      session = await step(session, given, (message) => (status.textContent = message));
    } catch (error) {
      session = error.sessionLives ? session : null;
      status.textContent = error.message;
    }
    if (session) form.elements.code.focus();
  });
  const about = document.querySelector('.swagger-ui .information-container');
  about.setAttribute('role', 'region');
  about.setAttribute('aria-label', 'About this API');
  about.after(form);
}

/** The dialog behind Authorize: a button without a name, and one that is called otherwise than it says. */
new MutationObserver(() => {
  document.querySelector('.close-modal:not([aria-label])')?.setAttribute('aria-label', 'Close');
  for (const button of document.querySelectorAll('.auth-btn-wrapper .authorize[aria-label]'))
    button.removeAttribute('aria-label');
}).observe(document.body, { childList: true, subtree: true });

/** Answers the half-finished session while the code is still missing, null when it is done. */
async function step(session, given, tell) {
  const started = session ?? (await start(given));
  if (started.challenge && !given.code) {
    const where =
      started.challenge.method === 'email' ? 'that was mailed to you' : 'of your authenticator app';
    tell(`Enter the code ${where}, then sign in again.`);
    return started;
  }
  const pair = started.challenge ? await verify(started, given.code) : started.pair;
  window.ui.authActions.authorize({
    bearer: { name: 'bearer', schema: { type: 'http', scheme: 'bearer' }, value: pair.access_token },
  });
  tell('Signed in: every operation below is called as you, for 15 minutes.');
  return null;
}

async function start(given) {
  const pair = await post('/token', `Basic ${basic(given)}`, {
    grant_type: 'password',
    email: given.email,
    password: given.password,
  });
  if (!pair.mfa_required) return { pair };
  return { pair, challenge: await post('/two-step/challenge', `Bearer ${pair.access_token}`, {}) };
}

async function verify({ pair, challenge }, code) {
  return post('/two-step/verify', `Bearer ${pair.access_token}`, {
    challenge_id: challenge.challenge_id,
    code,
  });
}

async function post(path, authorization, body) {
  const response = await fetch(API + path, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (response.ok) return answer;
  const error = new Error(answer.error.message);
  error.sessionLives = answer.error.reason === 'invalid_code';
  throw error;
}

const basic = ({ client_id: id, client_secret: secret }) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(`${id}:${secret}`)));

function field([name, text, type, autocomplete]) {
  const label = element('label', { textContent: text });
  const input = element('input', { name, type, autocomplete, required: name !== 'code' });
  label.append(input);
  return label;
}

function element(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}
