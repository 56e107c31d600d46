/// The page that links in mails open where no app does; what the link holds stays in the browser until the person confirms.
enum MailPage {
    static let html = """
        <!doctype html><html lang="es"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <meta name="referrer" content="no-referrer"><title>Tu cuenta · Your account</title>
        <body style="font:18px/1.5 sans-serif;max-width:30em;margin:4em auto;padding:0 1em">
        <form id="form"><p id="text"></p>
        <input id="password" type="password" required minlength="8" maxlength="128" style="font:inherit;padding:.4em;width:100%">
        <p><button style="font:inherit;padding:.5em 1em">OK</button></form>
        <script>
        const [does, ...rest] = location.hash.slice(1).split("."), token = rest.join(".");
        const text = document.getElementById("text"), password = document.getElementById("password");
        text.textContent = does === "reset" ? "Escribe una contraseña nueva. · Type a new password."
          : "Escribe tu contraseña. · Type your password.";
        password.autocomplete = does === "reset" ? "new-password" : "current-password";
        document.getElementById("form").onsubmit = async (event) => {
          event.preventDefault();
          const answer = await fetch(does === "reset" ? "reset" : "confirm", {
            method: "POST", headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ token, password: password.value }) });
          if (answer.ok) {
            document.getElementById("form").textContent = "Hecho; ya puedes entrar en la aplicación. · Done; you can sign in now.";
            history.replaceState(null, "", location.pathname);
          } else { text.textContent = (await answer.json()).detail || "Error " + answer.status; }
        };
        </script></body></html>
        """
}
