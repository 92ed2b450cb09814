// What is behind the # of a mailed link goes into the form, and out of the address and the history of the browser.
(() => {
  const token = location.hash.slice(1);
  const field = document.querySelector('input[name=token]');
  if (!token || !field) return;
  history.replaceState(null, '', location.pathname + location.search);
  field.value = token;
  field.type = 'hidden';
  field.labels?.forEach((label) => (label.hidden = true));
  document.querySelector(`label[for="${field.id}"]`)?.remove();
})();
