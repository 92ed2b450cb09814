// There is nothing to decide on this page: its only form is sent.
document.querySelector('form').submit();
