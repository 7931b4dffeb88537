// SPDX-License-Identifier: MIT
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

// An HTTP/1.1 server of this process that plays a script and counts.
namespace counting {

/// What is done about a request.
struct Step {
  enum class End { keep, close, reset, stall };
  std::string octets{};  ///< sent as they are
  End end = End::keep;   ///< what becomes of the connection then
  bool early = false;    ///< as soon as the head has come, whatever of the body is missing
};

/// An answer with a body of five octets.
inline Step answer(int status, std::vector<std::string> const& fields = {}) {
  std::string octets = "HTTP/1.1 " + std::to_string(status) + " X\r\nContent-Length: 5\r\n";
  for (auto const& field : fields) octets += field + "\r\n";
  return {octets + "\r\nhello"};
}
inline Step redirect(int status, std::string const& location,
                     std::vector<std::string> fields = {}) {
  fields.push_back("Location: " + location);
  return answer(status, fields);
}
inline Step half(int status) {
  return {"HTTP/1.1 " + std::to_string(status) + " X\r\nContent-Length: 10\r\n\r\nhello",
          Step::End::close};
}
inline Step lost() { return {{}, Step::End::close}; }
inline Step reset() { return {{}, Step::End::reset}; }
inline Step stalled() { return {{}, Step::End::stall}; }

struct Arrival {
  std::string line;  ///< "POST /a 5": method, path, octets of the body
  std::string head;  ///< with a CRLF after each line, the last one included
};

class Server {
 public:
  /// Each request meets the next step, whatever its path; the last step stays.
  explicit Server(std::vector<Step> script) : script_(std::move(script)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    auto* const raw = reinterpret_cast<sockaddr*>(&address);
    if (listener_ < 0 || bind(listener_, raw, size) != 0 || listen(listener_, 64) != 0 ||
        getsockname(listener_, raw, &size) != 0) {
      throw std::runtime_error("no port to listen on");
    }
    port_ = ntohs(address.sin_port);
    acceptor_ = std::thread([this] { accept_all(); });
  }
  Server(Server const&) = delete;
  Server& operator=(Server const&) = delete;
  ~Server() {
    {
      std::lock_guard<std::mutex> const lock(mutex_);
      ending_ = true;
      shutdown(listener_, SHUT_RDWR);
      for (int const socket : sockets_) shutdown(socket, SHUT_RDWR);
    }
    acceptor_.join();  // no further threads from here on
    for (auto& thread : threads_) thread.join();
    for (int const socket : sockets_) ::close(socket);
    ::close(listener_);
  }

  std::string url(std::string const& path = "/a") const {
    return "http://127.0.0.1:" + std::to_string(port_) + path;
  }
  std::vector<std::string> arrivals() const {
    std::lock_guard<std::mutex> const lock(mutex_);
    std::vector<std::string> lines;
    for (auto const& arrival : arrivals_) lines.push_back(arrival.line);
    return lines;
  }
  /// The values of a field in each request, "-" where it is not; two lines of it joined by " and ".
  std::vector<std::string> values(std::string const& name) const {
    std::lock_guard<std::mutex> const lock(mutex_);
    std::vector<std::string> values;
    for (auto const& arrival : arrivals_) values.push_back(value(arrival.head, name));
    return values;
  }
  size_t connections() const {
    std::lock_guard<std::mutex> const lock(mutex_);
    return sockets_.size();
  }

 private:
  static std::string value(std::string const& head, std::string const& name) {
    std::string const start = "\r\n" + name + ": ";
    std::string all;
    for (auto at = head.find(start); at != std::string::npos; at = head.find(start, at + 1)) {
      auto const from = at + start.size();
      all += (all.empty() ? "" : " and ") + head.substr(from, head.find("\r\n", from) - from);
    }
    return all.empty() ? "-" : all;
  }

  void accept_all() {
    for (;;) {
      int const socket = accept(listener_, nullptr, nullptr);
      std::lock_guard<std::mutex> const lock(mutex_);
      if (socket >= 0) sockets_.push_back(socket);
      if (socket < 0 || ending_) return;
      threads_.emplace_back([this, socket] { serve(socket); });
    }
  }

  void serve(int socket) {
    std::string pending;
    while (serve_one(socket, pending)) {
    }
  }

  /// Whether the connection goes on.
  bool serve_one(int socket, std::string& pending) {
    while (pending.find("\r\n\r\n") == std::string::npos) {
      if (!receive(socket, pending)) return false;
    }
    std::string const head = pending.substr(0, pending.find("\r\n\r\n") + 2);
    pending.erase(0, head.size() + 2);
    Step const step = next_step();
    size_t const length = step.early ? 0 : read_body(socket, head, pending);
    record(head, length);
    send(socket, step.octets.data(), step.octets.size(), MSG_NOSIGNAL);
    end(step.end, socket, pending);
    return step.end == Step::End::keep;
  }

  void end(Step::End end, int socket, std::string& pending) {
    while (end == Step::End::stall && receive(socket, pending)) {
    }
    if (end == Step::End::reset) {
      std::lock_guard<std::mutex> const lock(mutex_);
      std::replace(sockets_.begin(), sockets_.end(), socket, -1);
      linger const at_once{1, 0};
      setsockopt(socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
      ::close(socket);
    } else if (end != Step::End::keep) {
      shutdown(socket, SHUT_RDWR);
    }
  }

  static bool receive(int socket, std::string& pending) {
    char buffer[65536];
    ssize_t const size = recv(socket, buffer, sizeof(buffer), 0);
    if (size > 0) pending.append(buffer, static_cast<size_t>(size));
    return size > 0;
  }

  size_t read_body(int socket, std::string const& head, std::string& pending) {
    if (value(head, "Expect") == "100-continue") {
      send(socket, "HTTP/1.1 100 Continue\r\n\r\n", 25, MSG_NOSIGNAL);
    }
    std::string const length = value(head, "Content-Length");
    size_t const wanted = length == "-" ? 0 : std::strtoull(length.c_str(), nullptr, 10);
    while (pending.size() < wanted && receive(socket, pending)) {
    }
    size_t const got = std::min(wanted, pending.size());
    pending.erase(0, got);
    return got;
  }

  Step next_step() {
    std::lock_guard<std::mutex> const lock(mutex_);
    return script_[std::min(arrivals_.size(), script_.size() - 1)];
  }

  void record(std::string const& head, size_t length) {
    std::lock_guard<std::mutex> const lock(mutex_);
    auto const target_end = head.find(' ', head.find(' ') + 1);
    arrivals_.push_back({head.substr(0, target_end) + ' ' + std::to_string(length), head});
  }

  std::vector<Step> script_;
  int listener_ = socket(AF_INET, SOCK_STREAM, 0);
  int port_ = 0;
  mutable std::mutex mutex_;
  bool ending_ = false;
  std::vector<Arrival> arrivals_{};
  std::vector<int> sockets_{};
  std::vector<std::thread> threads_{};
  std::thread acceptor_{};
};

}  // namespace counting
